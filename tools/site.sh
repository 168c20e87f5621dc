#!/bin/sh
# Build the documentation as a site of plain files: tools/site.sh [FOLDER], by default build/site. Needs the extra `docs`
# (pip install -e '.[docs]') and no network, neither to build nor to read it. Fails on a link that leads nowhere and on
# anything that a page would load from another place.
set -eu
cd "$(dirname "$0")/.."
folder=${1:-build/site}
python=${PYTHON:-.venv/bin/python}
NO_MKDOCS_2_WARNING=1 "$python" -m mkdocs build --strict --clean --site-dir "$(realpath -m "$folder")"
outside='<(script|img|link|iframe|source|video|audio)[^>]*(src|href|srcset)="(https?:)?//[^ >]*|url\(["'"'"']?(https?:)?//[^ >]*|@import +["'"'"'](https?:)?//[^ >]*'
if grep -rEno --include='*.html' --include='*.css' "$outside" "$folder"; then
    echo "site: pages would load these from another place" >&2
    exit 1
fi
pages=$(find "$folder" -name '*.html' | wc -l)
echo "$pages pages in $folder: open $folder/index.html"
