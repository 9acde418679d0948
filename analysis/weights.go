package analysis

import "math"

// What an edge weighs. An edge's weight is the sum of what its imports and its references weigh; only
// ratios matter, since ranking divides by the sum of a file's edges.
const (
	// importWeight is shared by the files that one import leads to: an import says "I need this" once,
	// whether the module is one file or fifty.
	importWeight = 1.0
	// barrelWeight is for a module that merely passes the names on (__init__.py, index.ts): it is read
	// on the way, but what the importer needs is where the names are defined.
	barrelWeight = 0.2
	// useWeight is for one use of a name that only this file defines; ten uses of one name weigh like
	// three (square root), for repetition in one file is style more than need.
	useWeight = 0.5

	// confidenceBound: the file itself says where the name comes from, by an import or a qualifier.
	confidenceBound = 1.0
	// confidencePackage: the name is not bound in the file but a file of the same package defines it.
	confidencePackage = 0.9
	// confidenceTyped: the file tells the type of the receiver, and that type has the member.
	confidenceTyped = 0.95
	// confidenceStar: the name may have come in by a star import; a local of that name may hide it.
	confidenceStar = 0.8
	// confidenceMember: a member of a name that is bound; inheritance may put it elsewhere.
	confidenceMember = 0.7
	// confidenceImplementation: a file that defines what the file used declares, and sees that declaration.
	confidenceImplementation = 0.5
	// confidenceReceiver: x.save() where x is unknown, and an imported file defines a member save. Right
	// about one time in three; rarity sorts out the rest.
	confidenceReceiver = 0.3
	// receiverCandidates is how many files may define such a member before the name says nothing.
	receiverCandidates = 4
)

// The confidences of uses from which something holds of them. The confidence that a name may have is shared
// by the files that define it, so these say how many there may be, too.
const (
	// likelyUse leaves out members of unknown receivers that two or more of the visible files define: most of these
	// are somebody else's.
	likelyUse = confidenceReceiver
	// dependingUse leaves out all members of unknown receivers. Files of one Go package need no import.
	dependingUse = 0.4
	// boundUse leaves out names that an import may bring in from any of several files.
	boundUse = 0.5
)

// The confidences of uses in the definition's own file, which no edge leads to.
const (
	BesideBound    = confidenceBound    // a name that the file itself defines where it is used
	BesideMember   = confidenceMember   // a member, of a receiver that is its type's
	BesideReceiver = confidenceReceiver // a member, of any other receiver
)

// Likely reports whether the definition is more likely meant than another of that name.
func (u Use) Likely() bool { return u.Confidence >= likelyUse }

// Sure reports whether more than the name speaks for it: an import, a package or a type brings it in.
func (u Use) Sure() bool { return u.Confidence > confidenceReceiver }

// Depending reports whether a file depends on the other for this use alone, even where it does not import it.
func (u Use) Depending() bool { return u.Confidence >= dependingUse }

// Bound reports whether the file itself, or its package, says where the name comes from.
func (u Use) Bound() bool { return u.Confidence >= boundUse }

// rarity weighs a name by how many files define it: 1 for one, 0.59 for two, 0.30 for ten, 0.18 for a
// hundred: "get" must not bind what "SecureCookieSession" binds.
func rarity(definers int) float64 { return 1 / (1 + math.Log(float64(max(definers, 1)))) }

// useStrength is what the uses of one name add to an edge.
func useStrength(count uint32, confidence float64, definers int) float64 {
	return useWeight * confidence * math.Sqrt(float64(count)) * rarity(definers)
}
