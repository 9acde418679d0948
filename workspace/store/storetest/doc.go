// Package storetest gives tests a store of their own, on a real OpenSearch.
//
// The environment says where that is: TEST_OPENSEARCH_URL=http://127.0.0.1:9201, which .ci/opensearch prints. Where it does not,
// tests that need one are skipped, and say so; continuous integration has one. Tests that do harm to a whole node, by killing it or by having
// its disk be full, want its directory, too: TEST_OPENSEARCH_NODE=DIR. Nobody else may use the node meanwhile.
package storetest
