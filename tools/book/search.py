"""Search in Japanese, Korean and Chinese: overlapping pairs of characters, no dictionary needed.

The text is cut into single characters and pairs for the index; a query is cut into pairs,
and a page is found when it has them all. Latin words are searched as words.
"""

from __future__ import annotations

import re

from sphinx.application import Sphinx
from sphinx.search import SearchLanguage, languages

from storybot.languages import LANGUAGES

CJK = "\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
RUN = re.compile(f"[{CJK}]+|[^\\W{CJK}]+")
JS_CJK = CJK.encode("ascii", "backslashreplace").decode()


class PairSearch(SearchLanguage):
    """Cuts the index here and the query in the browser in the same way."""

    lang, language_name = "cjk", "CJK"
    stopwords: set[str] = set()
    js_splitter_code = f"""
function splitQuery(query) {{
  const runs = query.match(/[{JS_CJK}]+|(?:(?![{JS_CJK}])[\\p{{L}}\\p{{N}}_])+/gu) || [];
  return runs.flatMap((run) => {{
    if (!/^[{JS_CJK}]/u.test(run) || run.length < 2) return [run];
    return Array.from({{ length: run.length - 1 }}, (_, i) => run.slice(i, i + 2));
  }});
}}
"""

    def split(self, input: str) -> list[str]:
        """
        >>> PairSearch({}).split("分词器 BPE")
        ['分', '词', '器', '分词', '词器', 'BPE']
        """
        words = []
        for run in RUN.findall(input):
            if re.match(f"[{CJK}]", run):
                words += [*run, *(run[i : i + 2] for i in range(len(run) - 1))]
            else:
                words.append(run)
        return words

    def stem(self, word: str) -> str:
        return word.lower()

    def word_filter(self, word: str) -> bool:
        return bool(word)


def setup(app: Sphinx) -> None:
    for language in LANGUAGES.values():
        if language.cjk:
            languages[language.code] = PairSearch
