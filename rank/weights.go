package rank

import (
	"math"

	"github.com/contextls/contextls/analysis"
)

// The numbers that shape a ranking are in this file, with their reasons; those of reading a task are in rank/task,
// those of the search for definitions in chunk_weights.go. Where a reason says "measured",
// it is the recall among the first five and ten files on public issues and commits (174 of six projects at
// first, now some 3,000 of 67); most numbers lie on a plateau, and the roundest one there was taken.

// Weights are the parts of a score that users may set.
type Weights struct {
	Structure    float64 // what ties in the graph count, ≥ 0; only the ratios of the three matter
	Text         float64 // what words and mentions count, ≥ 0
	History      float64 // what past commits count, ≥ 0
	MinRelevance float64 // files below this share of the best one's score are left out, 0–1
}

// DefaultWeights are those in use where nobody sets others.
func DefaultWeights() Weights {
	return Weights{
		// Structure finds what words cannot (the base class nobody names), so it leads; text decides
		// among a file's many neighbours. Measured flat from 0.5 : 0.5 to 0.6 : 0.4.
		Structure: 0.6,
		Text:      0.4,
		// The past knows of couplings that no import shows, but half of what it says is chance. Measured
		// flat from 0.3 to 0.5.
		History: 0.4,
		// Relevance falls off steeply; below a tenth of the best files are noise. At a fifth, packs of 64k
		// tokens lost one wanted file in a hundred (measured on 140 commits).
		MinRelevance: 0.1,
	}
}

// scoreSteps is how many steps a score has from 0 to 1: far finer than what a score means, and coarse
// enough to hide the order in which floating-point numbers were added.
const scoreSteps = 1e6

// The walk of PageRank.
const (
	// damping of the global walk is the classic value (Brin, Page 1998).
	damping = 0.85
	// walkDamping is lower: context lies near. At 0.7 half of the walks end within two steps.
	walkDamping = 0.7
	// globalTolerance makes the result agree with other solvers to nine digits.
	globalTolerance = 1e-10
	// walkTolerance is a tenth of a score's step.
	walkTolerance = 1e-7
	// localAbove is the number of files above which a walk is solved locally: below, sweeps over the
	// whole graph take less than 5 ms and are exact.
	localAbove = 10_000
	// localThreshold is the residue, per step from a file, that is not worth passing on.
	localThreshold = 1e-6
	// forwardShare is how much of the personal walk follows dependencies; the rest goes to dependents,
	// which show how a file is used. 0.5 and 0.6 measured alike, so
	// neither leads.
	forwardShare = 0.5
)

// outShare is how much of a file's rank goes on to the files that it depends on, by how many these are. If all of it
// did, what a much used file needs alone would rank like that file, and two that need but each other would keep
// all that comes to them (click's _compat and _winconsole, before its core).
func outShare(dependencies int) float64 { return float64(dependencies) / float64(dependencies+1) }

// hubDamping scales a step to a file by how many files depend on it. What everything needs (errors,
// constants, logging) says little about any one file; the square root is the usual compromise between
// counting dependents and ignoring them.
func hubDamping(dependents int) float64 { return 1 / math.Sqrt(float64(1+dependents)) }

// stepWeight is what a step of the personal walk counts for by the weight of its edge. Were it the weight, a header of a
// thousand registers that one driver uses would leave nothing for all else that the driver needs (tg3 in Linux).
// The benchmark shows the same at every power from 0.5 to 1.
func stepWeight(edge float64) float64 { return math.Sqrt(edge) }

// Where the personal walk begins; the shares of what is there are scaled to 1.
const (
	targetShare = 0.4 // the files to be changed: what is known best
	usedShare   = 0.4 // what their parts in question use: a part says as much as a file
	anchorShare = 0.5 // the files that match the task's words best: what the change is about
	// mentionShare is low because mentions are in the words, too, and the code that reports a fault is
	// named more often than the code at fault.
	mentionShare = 0.1
	untiedShare  = 0.3 // the files beside a target that does not exist yet or is just begun: likely its like
	// maxAnchors keeps the walk to files that match well; 5 to 20 measured alike.
	maxAnchors = 10
	// anchorResemblance is what past commits that read like the task add to the match of a file that they
	// changed, when anchors are chosen.
	anchorResemblance = 0.5
	// structureExponent flattens the walk's result, in which each step away costs a factor of ten, so
	// that it can be added to the other signals. The root measured better than 1 and 0.75.
	structureExponent = 0.5
)

// partWorths are what the signals' parts count for at the default weights.
type partWorths struct {
	walk      float64 // structure: PageRank from the targets and anchors
	directory float64 // lying in the directory of a target, or else of one of the best anchors

	words   float64 // text: all words of the task, in all words of a file
	title   float64 // the words of the task's first line
	path    float64 // the task's words in the path
	names   float64 // the task's words in the names that a file defines
	mention float64 // that the task names it

	together   float64 // history: changed together with the targets, or else with the best anchors
	resembling float64 // changed by commits that read like the task
}

// The coefficients of a linear model (softmax over the files of a case, all coefficients ≥ 0), the mean,
// rounded, of those learned with a sixth of the repositories left out in turn: with a target from 1,840 commits of 64
// repositories and the 300 of the benchmark, without one from the benchmark's commits and issues. A target
// says much by itself; without one the first line and what it names decide.
var (
	worthsWithTarget = partWorths{
		walk: 1.9, directory: 0.45,
		words: 2.5, title: 0.7, path: 0.65, names: 0.15, mention: 0.35,
		together: 1.9, resembling: 0.3,
	}
	worthsWithoutTarget = partWorths{
		walk: 2.1, directory: 0.25,
		words: 1.7, title: 1.4, path: 0.9, names: 0.45, mention: 1.4,
		together: 1.3, resembling: 0.8,
	}
)

// What a file is worth, whatever its ties.
const (
	generatedWorth = 0.3 // nobody edits it; its source matters
	foreignWorth   = 0.3 // vendored and built copies are changed elsewhere
	exampleWorth   = 0.5 // examples and benchmarks follow the code that they show
	testWorth      = 0.3 // tests repeat all the words of what they test, and would crowd it out
	// otherLanguageWorth is for files in other languages than the targets, or else the best anchors.
	otherLanguageWorth = 0.7
)

// purposeWorth is the same for what a file's language is written for, where the query is about something
// else: manuals and pages speak of the code in its own words.
var purposeWorth = [...]float64{analysis.Program: 1, analysis.Markup: 0.4, analysis.Prose: 0.3}

// The text search.
const (
	// saturation and lengthShare are BM25's k1 and b, at their usual values.
	saturation  = 1.5
	lengthShare = 0.75
	// A word of the path counts as four in the text, one of a defined name as two more: paths are
	// written with care, and a file that defines a thing is more about it than one that uses it.
	pathWeight = 4
	nameWeight = 2
	// maxTelling words of each target are searched for, too, with half the weight of a word of the
	// task: files with a target's rare words are its kin. More words bring noise.
	maxTelling    = 40
	tellingWeight = 0.5
	// numberWeight scales a word's plural or singular, for "cents" is not always what is "cent" in the
	// code. Measured better than none at 0.3 to 0.8.
	numberWeight = 0.5
	// untiedWeight is for words of the name of a target that does not exist yet or is just begun: nearly all that is known of it.
	untiedWeight = 1.5
	// maxQuery bounds the time for a task of many pages; words beyond are the least telling.
	maxQuery = 400
	// bucketSize is the mean number of postings read in vain for a word, at 8 bytes each.
	bucketSize = 16
	// maxDelta changed files are searched directly, about 3 µs each for a task of 30 words, before the
	// postings are made anew; so they are when maxGone of their files are gone or changed, whose
	// postings are read in vain.
	maxDelta = 64
	maxGone  = 4 * maxDelta
	// lexicalMatch is the signal from which a file is said to match.
	lexicalMatch = 0.2
)

// Mentions.
const (
	// frameDecay scales each further frame of a stack trace that lies in the folder: a fault is nearest to the innermost.
	frameDecay  = 0.7
	maxSameName = 5 // a path that more files end in names none of them
	// bareName is the weight of a plain word of a task's first line that is the name of a file or a type: words are no
	// names, so at most one of rareBareName files may have it; minBareName may in a small folder, maxBareName in a large one.
	bareName     = 0.4
	rareBareName = 6
	minBareName  = 3
	maxBareName  = 20
	maxDefiners  = 8 // a name that more files define is common speech
	// maxHavingMember is how many files are looked through for the member that a qualified name means: a long task has many such names.
	maxHavingMember = 64
	// strayMember scales a qualified name whose qualifier fits no definer (self.save, np.array).
	strayMember = 0.5
)

// Files and symbols that a task names.
const (
	// namedText is the score of text without a language that the task's first line names by its path, and namedBelow of such that it names further
	// below: a report says there how to come to the fault.
	namedText  = 0.75
	namedBelow = 0.5

	// resemblingText is the score at most of text without a language that commits changed which read like the task: so many of them at the least, and
	// it at least by this share of what they changed most.
	resemblingText      = 0.6
	leastResemblingText = 3
	resemblingTextShare = 0.5
	maxResemblingText   = 4
)

// The map of a folder.
const (
	editHalfLife = 1    // in years: an edit counts half after it
	workLength   = 0.25 // the power of a file's length in how much work is on it
)

// History.
const (
	// maxCommitFiles: larger commits rename, reformat or release.
	maxCommitFiles = 30
	// cochangeHalfLife is in years: about as long as a design lives.
	cochangeHalfLife = 1
	// cochangeHalf is the evidence for a strength of one half: one commit of just these two files, today.
	cochangeHalf = 1
	// usualShare of the commits is what the core of a project may be changed by: click's and gin's by one in five and one in
	// seven. fewCommits are added to all of them, for a short history proves little.
	usualShare = 0.25
	fewCommits = 10
	// alikeWeight is how many commits of today one counts for, however old, that reads most like the task.
	// Measured flat from 5 to 20.
	alikeWeight = 10
	// maxLeaders is how many anchors' common commits count where there is no target: what changes with the
	// files that match best. 3 and 5 measured alike.
	maxLeaders = 3
	// resemblanceHalfLife is in years: what a project calls things lasts longer than how they hang together.
	// Measured better than 2, 10 and none.
	resemblanceHalfLife = 4
	// maxResembling commits that read like the task count: 20 measured best of 10 to 60, by little.
	maxResembling = 20
	// resemblanceSpread is the power of a commit's size by which each of its files counts for less: small,
	// for the files of a change that is like the task are all wanted.
	resemblanceSpread = 0.25
)

// Answers.
const (
	defaultImportDepth = 2 // as the protocol says
	maxReasons         = 3 // names, words or mentions listed for a file; more is not read
)
