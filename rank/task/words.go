package task

import "strings"

// stopWords say nothing about code: English function words, and those that every issue form has.
var stopWords = wordSet(`
a an and are as at be been but by can could do does did for from had has have he how if in into is it
its just me more my no not now of on one only or our out over same should so some such than that the
their them then there these they this those to too up us use used uses using very was we were what when
where which who why will with would you your also any all after before because between both each get
like make may might need new other own see seems since still want way well while without work works
working expected actual behavior behaviour version description issue bug error example code following
steps reproduce output result results don doesn didn isn won wouldn shouldn couldn aren wasn weren hasn
haven hadn instead currently please`)

// testWords in a task's first line may mean that it is about tests; manyTests do wherever they are what is spoken of.
var (
	testWords = wordSet(`test spec testing coverage testcase testsuite`)
	manyTests = wordSet(`tests specs testcases`)
)

// besides stand before something that is mentioned by the way: a flag for tests is no test.
var besides = wordSet(`for with by via from to without when while during like using as of if`)

// docWords and markupWords mean the same of documentation, and of pages and their styles.
var (
	docWords    = wordSet(`doc docs documentation documented document readme changelog guide tutorial`)
	markupWords = wordSet(`css html scss sass less stylesheet stylesheets styling`)
)

// sampleWords mean the same of examples and benchmarks.
var sampleWords = wordSet(`example examples demo demos sample samples benchmark benchmarks bench benches docs_src`)

// questionWords begin the headings of an issue form that ask.
var questionWords = wordSet(`which what where does do is are has have did`)

// fileExtensions are those by which a bare name is known as a file's: x.py is one, x.items is not.
var fileExtensions = wordSet(`
py pyi pyx go ts tsx mts cts js jsx mjs cjs vue svelte rs java kt kts c h cc cpp cxx hpp hh cs rb php
scala swift lua sh bash sql proto graphql html htm css scss less md mdx rst txt json jsonc yaml yml toml
ini cfg conf xml lock mod sum tmpl tpl j2 jinja ipynb ex exs ml mli tf hcl sass gradle groovy mm hxx cxx cu rake gemspec erb`)

func wordSet(words string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		set[w] = true
	}
	return set
}
