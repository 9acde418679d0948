// Asks TypeScript's checker what each name of some files means. Standard input: {typescript, dir, files, modules}, where
// modules says for a file and a specifier where it leads if TypeScript cannot tell. Each line of the output is one use:
// [file, offset in bytes, file of the definition, name, line from 0].
const path = require('node:path');
const input = JSON.parse(require('node:fs').readFileSync(0, 'utf8'));
const ts = require(input.typescript);

const absolute = (file) => path.join(input.dir, file);
const known = new Map(input.files.map((file) => [absolute(file), file]));
const options = {
  allowJs: true, noEmit: true, strict: true, skipLibCheck: true, jsx: ts.JsxEmit.Preserve, target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler, allowImportingTsExtensions: true, types: [],
};
const host = ts.createCompilerHost(options);
host.resolveModuleNameLiterals = (literals, from) => literals.map(({ text }) => {
  const found = ts.resolveModuleName(text, from, options, host);
  const ours = input.modules[known.get(from)]?.[text];
  if (found.resolvedModule && known.has(found.resolvedModule.resolvedFileName) || !ours) {
    return found;
  }
  return { resolvedModule: { resolvedFileName: absolute(ours), extension: path.extname(ours), isExternalLibraryImport: false } };
});
const program = ts.createProgram([...known.keys()], options, host);
const checker = program.getTypeChecker();

// The member that a property of an object or an attribute sets, of what the object is to be.
function expectedOf(object, name) {
  const type = checker.getContextualType(object, 4); // as for completions: not what the object itself makes of a type parameter
  const bound = type && (checker.getBaseConstraintOfType(type) ?? type);
  const parts = bound?.isUnion() ? bound.types : [bound];
  return parts.map((part) => part?.getProperty(name.text)).filter((symbol) => symbol && symbol !== checker.getSymbolAtLocation(name));
}

function symbolsOf(node) {
  const { parent } = node;
  if (ts.isShorthandPropertyAssignment(parent)) {
    return [checker.getShorthandAssignmentValueSymbol(parent), ...expectedOf(parent.parent, node)];
  }
  if (parent.name === node && (ts.isJsxAttribute(parent) || ts.isObjectLiteralExpression(parent.parent))) {
    return expectedOf(parent.parent, node);
  }
  if (ts.isBindingElement(parent) && ts.isObjectBindingPattern(parent.parent) && (parent.propertyName ?? parent.name) === node) {
    return [checker.getTypeAtLocation(parent.parent).getProperty(node.text)];
  }
  if (parent.name === node && !ts.isPropertyAccessExpression(parent) && !ts.isMetaProperty(parent) || ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent)) {
    return []; // it is defined here, or taken out of a module
  }
  return [checker.getSymbolAtLocation(node)];
}

const lines = [];
for (const [name, file] of known) {
  const source = program.getSourceFile(name);
  if (!source) {
    continue;
  }
  const plain = /^[\x00-\x7f]*$/.test(source.text);
  const visit = (node) => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) {
      for (let symbol of symbolsOf(node)) {
        if (symbol && symbol.flags & ts.SymbolFlags.Alias) {
          symbol = checker.getAliasedSymbol(symbol);
        }
        const whole = symbol?.declarations?.some(ts.isSourceFile); // a module, whatever declares more of it elsewhere
        for (const declaration of whole ? [] : symbol?.declarations ?? []) {
          const at = ts.getNameOfDeclaration(declaration) ?? declaration;
          const target = at.getSourceFile();
          if (target !== source && known.has(target.fileName) && !ts.isSourceFile(at)) {
            const start = node.getStart(source);
            lines.push(JSON.stringify([file, plain ? start : Buffer.byteLength(source.text.slice(0, start)), known.get(target.fileName),
              at.text ?? symbol.name, target.getLineAndCharacterOfPosition(at.getStart(target)).line]));
          }
        }
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
}
process.stdout.write(lines.join('\n') + '\n');
