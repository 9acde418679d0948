package task

// The numbers below were measured with those of package rank: by the recall among the first five and ten files
// on public issues and commits. Most lie on a plateau, and the roundest one there was taken.

// maxBytes bounds what is read of a task. Beyond lies pasted output.
const maxBytes = 256 << 10

// wordWeights weigh a word by its style: what people mark as code, they mean; messages of errors are
// often found in the code word for word; in pasted code, most of it is setup; headings are those of an
// issue form.
var wordWeights = [...]float64{prose: 1, quoted: 1.2, inline: 1.5, fenced: 0.8, heading: 0}

// titleWeight scales the words of a task's first line, which says what it is about; what follows says how
// it shows. Measured better at 2 than at 1, 1.5 and 3.
const titleWeight = 2

// pathWordWeight scales the words of a path.
const pathWordWeight = 1.5

// pathWeights are how sure it is that a named file matters; those of a stack trace are mostly on the
// way to it.
var pathWeights = [...]float64{prose: 1, quoted: 0.8, inline: 1, fenced: 0.6, heading: 1}

// frameWeight is the same for the files of a stack trace; which of them is the innermost of the folder, package rank
// finds out.
const frameWeight = 0.8

// frameWordDecay scales the words of each frame further out: of a long trace's most lead through a framework.
const frameWordDecay = 0.85

// symbolWeights are the same for names of the code. The file that defines a name is often not the one
// to change: half the weight of a path measured better than the full.
var symbolWeights = [...]float64{prose: 0.4, quoted: 0.4, inline: 0.5, fenced: 0.2, heading: 0.4}

// capitalisedWeight is for a capitalised word amid a sentence, which may be a class or a product.
const capitalisedWeight = 0.1

// certainWeight is the least weight of what has the shape of a name of code, wherever it stands.
const certainWeight = 0.2
