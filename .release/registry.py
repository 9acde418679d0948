"""A registry for npm and PyPI with nothing but our packages, on this machine."""

import contextlib
import http.server
import json
import tarfile
import threading
import zipfile

from product import DIST, NAME, version


@contextlib.contextmanager
def registry():
    """Serves what is in dist; its address."""
    packages = {}
    for file in (DIST / "npm").glob("*.tgz"):
        with tarfile.open(file) as t:
            manifest = json.load(t.extractfile("package/package.json"))
        packages[manifest["name"]] = (manifest, file)

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            name = self.path[1:].replace("%2f", "/").replace("%2F", "/")
            body, kind = b"", "application/octet-stream"
            if name.endswith((".tgz", ".whl")):
                body = (DIST / ("npm" if name.endswith(".tgz") else "pypi") / name).read_bytes()
            elif name == f"simple/{NAME}/":
                kind = "text/html"
                body = "".join(f'<a href="/{w.name}" data-core-metadata="true">{w.name}</a>' for w in (DIST / "pypi").glob("*.whl")).encode()
            elif name.endswith(".whl.metadata"):
                with zipfile.ZipFile(DIST / "pypi" / name.removesuffix(".metadata")) as z:
                    body = z.read(f"{NAME}-{version()}.dist-info/METADATA")
            elif name in packages:
                kind = "application/json"
                manifest, file = packages[name]
                address = f"http://127.0.0.1:{self.server.server_port}/{file.name}"
                body = json.dumps({"name": name, "dist-tags": {"latest": version()},
                                   "versions": {version(): manifest | {"dist": {"tarball": address}}}}).encode()
            self.send_response(200 if body else 404)
            self.send_header("Content-Length", str(len(body)))
            self.send_header("Content-Type", kind)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
