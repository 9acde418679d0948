#!/bin/sh
# Lets a model explore a folder in ten rounds:
#
#   explore_rounds.sh DIR
#
# Each round the model is shown the results of the last one, and says what it wants to see next. Here a
# fake stands for the model: it knows beforehand what it asks in most rounds, and takes the rest from what
# it was shown. To use a real one, have `model` send the menu, the task and all results so far to it, and
# print the JSON that it answers with.
set -eu
dir=$1
contextls=${CONTEXTLS:-contextls}

# The menu is what a real model would be told first: every provider with a JSON Schema.
menu=$($contextls explore --providers "$dir")
case $menu in *'"search_code"'*) ;; *) echo "there is no search_code on the menu" >&2; exit 1 ;; esac

# model ROUND RESULTS prints the requests of a round.
model() {
	case $1 in
	1) echo '{"requests": [{"provider": "repo_map", "params": {"tokens": 300}}]}' ;;
	2) echo '{"requests": [{"provider": "discover_context", "params": {"task": "let carts hold several of an item"}}]}' ;;
	3) echo '{"requests": [{"provider": "search_code", "params": {"pattern": "class [A-Za-z]+:"}}]}' ;;
	4) # the file of the first match of round 3
		file=$(printf '%s' "$2" | sed -n 's/.*searched[^\\]*\\n\([^:\\]*\):.*/\1/p')
		printf '{"requests": [{"provider": "read_file", "params": {"path": "%s"}}]}\n' "$file" ;;
	5) echo '{"requests": [{"provider": "symbol_list", "params": {"path": "store/cart.py"}},
	                       {"provider": "import_graph", "params": {"path": "store/cart.py"}}]}' ;;
	6) echo '{"requests": [{"provider": "import_graph", "params": {"path": "app.py", "to": "store/price.py"}}]}' ;;
	7) echo '{"requests": [{"provider": "git_log"}, {"provider": "git_diff"}]}' ;;
	8) echo '{"requests": [{"provider": "run_tests"}, {"provider": "lint_check"}]}' ;;
	9) echo '{"requests": [{"provider": "past_runs"}, {"provider": "playbooks"}, {"provider": "read_file", "params": {"path": ".env"}}]}' ;;
	10) echo '{"tokens": 40, "requests": [{"provider": "read_file", "params": {"path": "store/cart.py"}},
	                                      {"provider": "read_file", "params": {"path": "app.py", "start_line": 4, "end_line": 4}}]}' ;;
	esac
}

results=
for round in 1 2 3 4 5 6 7 8 9 10; do
	results=$(model "$round" "$results" | $contextls explore "$dir")
	printf '%s\n' "$results"
done
