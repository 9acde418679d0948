import com.sun.source.tree.*;
import com.sun.source.util.*;
import com.sun.tools.javac.tree.JCTree;
import java.io.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import javax.lang.model.element.*;
import javax.tools.*;

/**
 * Tells what javac takes the names in some files for that are defined in others of them. The files stand in the input, one
 * a line. Told are, with tabs between: where the name is (in UTF-16 units), the name, the line (from 1) of its definition,
 * the file, and the definition's file.
 */
class Uses {
    public static void main(String[] args) throws IOException {
        List<String> paths = new ArrayList<>();
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line; (line = in.readLine()) != null; ) {
                if (!line.isEmpty()) paths.add(line);
            }
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StandardJavaFileManager files = compiler.getStandardFileManager(d -> {}, null, StandardCharsets.UTF_8);
        JavacTask task = (JavacTask) compiler.getTask(null, files, d -> {},
            List.of("-proc:none", "-XDshould-stop.ifError=FLOW", "-Xmaxerrs", "0", "-implicit:none", "-sourcepath", ""), null,
            files.getJavaFileObjectsFromStrings(paths));
        List<CompilationUnitTree> units = new ArrayList<>();
        task.parse().forEach(units::add);
        task.analyze();
        Trees trees = Trees.instance(task);
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);
        for (CompilationUnitTree unit : units) new Names(trees, unit, out).scan(unit, null);
        out.flush();
    }

    static class Names extends TreePathScanner<Void, Void> {
        final Trees trees;
        final CompilationUnitTree unit;
        final PrintStream out;

        Names(Trees trees, CompilationUnitTree unit, PrintStream out) {
            this.trees = trees;
            this.unit = unit;
            this.out = out;
        }

        @Override public Void visitImport(ImportTree t, Void v) { return null; }

        @Override public Void visitPackage(PackageTree t, Void v) { return null; }

        @Override public Void visitIdentifier(IdentifierTree t, Void v) {
            tell(t.getName(), start(t));
            return super.visitIdentifier(t, v);
        }

        @Override public Void visitMemberSelect(MemberSelectTree t, Void v) {
            tell(t.getIdentifier(), end(t) - t.getIdentifier().length());
            return super.visitMemberSelect(t, v);
        }

        @Override public Void visitMemberReference(MemberReferenceTree t, Void v) {
            tell(t.getName(), end(t) - t.getName().length());
            return super.visitMemberReference(t, v);
        }

        /** Of what is made, the constructor is told where the type's name stands. */
        @Override public Void visitNewClass(NewClassTree t, Void v) {
            Tree name = t.getIdentifier();
            if (name instanceof AnnotatedTypeTree) name = ((AnnotatedTypeTree) name).getUnderlyingType();
            if (name instanceof ParameterizedTypeTree) name = ((ParameterizedTypeTree) name).getType();
            Element e = trees.getElement(getCurrentPath());
            if (e != null && t.getClassBody() == null) {
                Name simple = e.getEnclosingElement().getSimpleName();
                tell(e, simple, end(name) - simple.length());
            }
            return super.visitNewClass(t, v);
        }

        long start(Tree t) { return trees.getSourcePositions().getStartPosition(unit, t); }

        long end(Tree t) { return trees.getSourcePositions().getEndPosition(unit, t); }

        void tell(Name name, long at) {
            Element e = trees.getElement(getCurrentPath());
            if (e != null && e.getSimpleName().contentEquals(name)) tell(e, name, at);
        }

        void tell(Element e, Name name, long at) {
            if (at < 0) return;
            TreePath definer = trees.getPath(e);
            if (definer == null || definer.getCompilationUnit() == unit) return;
            CompilationUnitTree there = definer.getCompilationUnit();
            out.println(at + "\t" + name + "\t" + there.getLineMap().getLineNumber(((JCTree) definer.getLeaf()).pos)
                + "\t" + unit.getSourceFile().getName() + "\t" + there.getSourceFile().getName());
        }
    }
}
