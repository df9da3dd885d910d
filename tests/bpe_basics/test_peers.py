"""The same ids as the libraries people use: Hugging Face tokenizers and tiktoken."""

from __future__ import annotations

from pathlib import Path

import pytest
import tiktoken
import tiktoken.load
import tokenizers
from hypothesis import given, settings
from hypothesis import strategies as st

from storybot.bpe_basics import GPT2_PATTERN, GPT4_PATTERN, O200K_PATTERN, Tokenizer, train_bpe
from storybot.bpe_basics.formats.huggingface import to_unicode
from storybot.bpe_basics.patterns import PATTERNS
from storybot.special_tokens import END
from storybot.stories import read_stories
from tests.bpe_basics.hard_texts import HARD

# the libraries know different versions of Unicode: what is a letter to one is unassigned to the other
ASSIGNED = st.characters(exclude_categories=["Cs", "Cn"])
LANGUAGES = ["en", "ja", "ko", "zh"]
SPECIAL = [END, END + END]


@pytest.fixture(scope="module", params=PATTERNS)
def trained(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory):
    """One of our tokenizers, and the same one opened by both libraries after export."""
    folder = tmp_path_factory.mktemp(request.param)
    stories = [story for language in LANGUAGES for story in read_stories(language)[:4]]
    ours = train_bpe(stories, 700, SPECIAL, PATTERNS[request.param])
    ours.to_huggingface(folder / "tokenizer.json")
    ours.to_tiktoken(folder / "ranks.tiktoken")
    theirs = tiktoken.Encoding(
        name="storybot",
        pat_str=ours.pattern,
        mergeable_ranks=tiktoken.load.load_tiktoken_bpe(str(folder / "ranks.tiktoken")),
        special_tokens=ours.special_tokens,
    )
    return ours, tokenizers.Tokenizer.from_file(str(folder / "tokenizer.json")), theirs


@pytest.mark.parametrize("language", LANGUAGES)
def test_exports_give_the_same_ids_on_stories(trained, language: str) -> None:
    ours, huggingface, theirs = trained
    text = END.join(read_stories(language))
    ids = ours.encode(text)
    assert huggingface.encode(text).ids == ids
    assert theirs.encode(text, allowed_special="all") == ids
    assert huggingface.decode(ids, skip_special_tokens=False) == theirs.decode(ids) == ours.decode(ids) == text


@pytest.mark.parametrize("language", LANGUAGES)
def test_exports_give_the_same_ids_on_natural_text(trained, corpus, language: str) -> None:
    ours, huggingface, theirs = trained
    text = corpus(language, 200_000)
    ids = ours.encode(text)
    assert huggingface.encode(text).ids == ids
    assert theirs.encode(text, allowed_special="all") == ids


@given(
    text=st.text(ASSIGNED, max_size=60)
    | st.text("ab'sſ \n\r\t\x85\u3000字한1<|endoftext|>", max_size=60)
    | st.sampled_from(HARD)
)
@settings(max_examples=200, deadline=None)
def test_exports_give_the_same_ids_on_any_text(trained, text: str) -> None:
    ours, huggingface, theirs = trained
    ids = ours.encode(text)
    assert theirs.encode(text, allowed_special="all") == ids
    assert huggingface.encode(text).ids == ids


@pytest.fixture(
    scope="module",
    params=[("r50k", GPT2_PATTERN), ("cl100k", GPT4_PATTERN), ("o200k", O200K_PATTERN)],
    ids=lambda p: p[0],
)
def openai(request: pytest.FixtureRequest, rank_file):
    """One of OpenAI's vocabularies in our tokenizer and in tiktoken, with tiktoken's own pattern."""
    import tiktoken_ext.openai_public as public

    name, pattern = request.param
    path: Path = rank_file(name)
    ranks = tiktoken.load.load_tiktoken_bpe(str(path))
    load, public.load_tiktoken_bpe = public.load_tiktoken_bpe, lambda *_, **__: ranks  # no download
    try:
        settings_ = public.ENCODING_CONSTRUCTORS[f"{name}_base"]()
    finally:
        public.load_tiktoken_bpe = load
    ours = Tokenizer.from_tiktoken(path, pattern, settings_["special_tokens"])
    return ours, tiktoken.Encoding(**settings_)


@pytest.mark.parametrize("language", LANGUAGES)
def test_openai_vocabularies_give_tiktokens_ids(openai, corpus, language: str) -> None:
    ours, theirs = openai
    text = corpus(language, 250_000)
    assert ours.encode(text) == theirs.encode(text, allowed_special="all")


@given(
    text=st.text(ASSIGNED, max_size=80)
    | st.text("ab'sSſ \n\r\t\x1c\x85\u180e\u3000字한1٣<|endoftext|>", max_size=60)
    | st.text(" \n\r\t\u3000a", max_size=12)  # white space at the end, where tiktoken's pattern differs
)
@settings(max_examples=300, deadline=None)
def test_openai_vocabularies_on_any_text(openai, text: str) -> None:
    ours, theirs = openai
    assert ours.encode(text) == theirs.encode(text, allowed_special="all")


def test_openai_merges_survive_our_file(openai, tmp_path: Path) -> None:
    ours, _ = openai
    ours.save(tmp_path / "t.json")
    assert Tokenizer.load(tmp_path / "t.json") == ours


def test_gpt2_merges_are_the_published_ones(rank_file) -> None:
    path = rank_file("r50k")
    published = (path.parent / "gpt2_vocab.bpe").read_text(encoding="utf-8").splitlines()[1:]
    ours = Tokenizer.from_tiktoken(path, GPT2_PATTERN)
    spelled = [" ".join(map(to_unicode, merge)) for merge in ours.merges]
    assert spelled == [line for line in published if line]
