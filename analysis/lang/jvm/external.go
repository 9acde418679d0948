package jvm

import (
	"strings"

	"github.com/contextls/contextls/analysis"
)

// platform are the packages of the JDK and of the languages' own libraries.
func platform() []string {
	return []string{"com.sun", "groovy", "groovyjarjarantlr4", "java", "javax", "jdk", "kotlin", "netscape.javascript",
		"org.apache.groovy", "org.codehaus.groovy", "org.ietf.jgss", "org.w3c.dom", "org.xml.sax", "scala", "sun"}
}

// otherPackages are the packages of well-known dependencies that do not lie below their group.
func otherPackages() map[string][]string {
	return map[string][]string{
		"antlr":                            {"org.antlr"},
		"biz.aQute.bnd":                    {"aQute"},
		"ch.qos.logback":                   {"org.slf4j"},
		"co.fs2":                           {"fs2"},
		"com.android.support":              {"android.support"},
		"com.fasterxml.jackson.core":       {"com.fasterxml.jackson.annotation", "com.fasterxml.jackson.databind"},
		"com.github.ben-manes.caffeine":    {"com.github.benmanes.caffeine"},
		"com.google.code.findbugs":         {"edu.umd.cs.findbugs"},
		"com.google.code.gson":             {"com.google.gson"},
		"com.google.dagger":                {"dagger"},
		"com.google.guava":                 {"com.google.common", "com.google.thirdparty"},
		"com.google.testparameterinjector": {"com.google.testing.junit.testparameterinjector"},
		"com.lihaoyi":                      {"ammonite", "cask", "fansi", "fastparse", "geny", "mainargs", "mill", "os", "pprint", "requests", "scalatags", "sourcecode", "ujson", "upickle", "utest"},
		"com.squareup.okhttp3":             {"okhttp3", "mockwebserver3"},
		"com.squareup.okio":                {"okio"},
		"com.squareup.retrofit2":           {"retrofit2"},
		"com.typesafe.akka":                {"akka"},
		"com.typesafe.play":                {"play"},
		"com.willowtreeapps.assertk":       {"assertk"},
		"commons-codec":                    {"org.apache.commons.codec"},
		"commons-collections":              {"org.apache.commons.collections"},
		"commons-io":                       {"org.apache.commons.io"},
		"commons-lang":                     {"org.apache.commons.lang"},
		"commons-logging":                  {"org.apache.commons.logging"},
		"dev.zio":                          {"zio"},
		"io.arrow-kt":                      {"arrow"},
		"io.github.classgraph":             {"nonapi.io.github.classgraph"},
		"io.insert-koin":                   {"org.koin"},
		"io.projectreactor":                {"reactor"},
		"io.reactivex.rxjava2":             {"io.reactivex"},
		"jakarta.platform":                 {"jakarta"},
		"joda-time":                        {"org.joda.time"},
		"junit":                            {"junit", "org.junit", "org.hamcrest"},
		"log4j":                            {"org.apache.log4j"},
		"me.champeau.gradle.jmh":           {"org.openjdk.jmh"},
		"me.champeau.jmh":                  {"org.openjdk.jmh"},
		"mysql":                            {"com.mysql"},
		"org.codehaus.gpars":               {"groovyx.gpars"},
		"org.jetbrains":                    {"org.intellij.lang.annotations", "org.jetbrains.annotations"},
		"org.jetbrains.kotlinx":            {"kotlinx"},
		"org.junit-pioneer":                {"org.junitpioneer"},
		"org.junit.jupiter":                {"org.junit", "org.apiguardian", "org.opentest4j"},
		"org.junit.platform":               {"org.junit"},
		"org.mock-server":                  {"org.mockserver"},
		"org.ow2.asm":                      {"org.objectweb.asm"},
		"org.projectlombok":                {"lombok"},
		"org.scala-js":                     {"scala.scalajs", "org.scalajs"},
		"org.scalameta":                    {"munit", "scala.meta"},
		"org.scalaz":                       {"scalaz"},
		"org.spockframework":               {"spock"},
		"org.springframework.boot":         {"org.springframework"},
		"org.tpolecat":                     {"doobie"},
		"org.typelevel":                    {"cats", "fs2"},
		"org.wiremock":                     {"com.github.tomakehurst.wiremock"},
		"org.yaml":                         {"org.yaml.snakeyaml"},
		"xmlunit":                          {"org.custommonkey.xmlunit"},
	}
}

// external reports whether a package is known to come from outside the folder.
func (b *builds) external(name string, names []analysis.Binding, script bool) bool {
	if len(names) == 1 {
		name += "." + names[0].Name // import scala.util: {util} of scala
	}
	for pkg := name; pkg != ""; pkg = parent(pkg) {
		if b.known[pkg] {
			return true
		}
	}
	return script && strings.HasPrefix(name, "org.gradle.")
}

// knownPackages are the packages that are known to come from outside, with all that lie in them.
func (b *builds) knownPackages() map[string]bool {
	known := map[string]bool{}
	for _, p := range platform() {
		known[p] = true
	}
	for group := range b.groups {
		if strings.Contains(group, ".") {
			known[group] = true
		}
		for _, p := range b.other[group] {
			known[p] = true
		}
	}
	if b.uses["gradle"] {
		known["org.gradle"] = true
	}
	if b.uses["mill"] {
		known["mill"] = true
	}
	if b.uses["android"] {
		known["android"], known["dalvik"] = true, true
	}
	return known
}

// isScalaMember reports whether a name is one of package scala or of its Predef, which every Scala file sees:
// imports may begin with it (import collection.mutable).
func isScalaMember(name string) bool {
	switch name {
	case "annotation", "beans", "collection", "compiletime", "concurrent", "deriving", "io", "jdk", "language", "math",
		"quoted", "ref", "reflect", "runtime", "sys", "util", "BigDecimal", "BigInt", "Console", "Equiv", "Fractional",
		"Integral", "Numeric", "Option", "Ordering", "Predef", "StringContext":
		return true
	}
	return false
}
