"""What `check` says, in the language of the notebook."""

from __future__ import annotations

import os
from pathlib import Path

from storybot.languages import LANGUAGES

WORDS = {
    "en": {
        "unwritten": "{name} is not written yet: replace the line `raise NotImplementedError` by your code and run the cell.",
        "wrong": "{name} gives a wrong result. The smallest input found on which it does:",
        "raised": "{name} raised an error. The smallest input found on which it does:",
        "nothing": "{name} returned nothing. Is a `return` missing? The smallest input found on which it does:",
        "changed": "{name} changed what it was given; build something new. The smallest input found on which it does:",
        "endless": "{name} did not finish within {seconds:g} seconds. Is there a loop that never ends? It was working on:",
        "slow": "{name} is right so far, but so slow that only {done} inputs could be tried in {seconds:g} seconds.",
        "call": "  call      {text}",
        "expected": "  expected  {text}",
        "got": "  got       {text}",
        "after": "  after it  {text}",
        "error": "  error     {text}",
        "line": ", in line {line} of your code",
        "go_on": "To go on without solving it, run this in a cell:  from {module} import {name}",
        "unknown": "check() knows no exercise called {name}. Keep the name of the stub. Exercises: {known}",
    },
    "ja": {
        "unwritten": "{name} はまだ書かれていません。`raise NotImplementedError` の行を自分のコードに置き換えて、セルを実行してください。",
        "wrong": "{name} の結果が違います。違いが出る最小の入力は次のとおりです。",
        "raised": "{name} がエラーを起こしました。エラーになる最小の入力は次のとおりです。",
        "nothing": "{name} が何も返しませんでした。`return` を忘れていませんか。最小の入力は次のとおりです。",
        "changed": "{name} が、渡されたものを書き換えました。新しいものを作ってください。最小の入力は次のとおりです。",
        "endless": "{name} が {seconds:g} 秒以内に終わりませんでした。終わらないループはありませんか。処理中だった入力:",
        "slow": "{name} はここまで正しく動いていますが、遅いため {seconds:g} 秒で {done} 個の入力しか試せませんでした。",
        "call": "  呼び出し  {text}",
        "expected": "  正しい値  {text}",
        "got": "  返った値  {text}",
        "after": "  呼び出し後の引数  {text}",
        "error": "  エラー    {text}",
        "line": "（あなたのコードの {line} 行目）",
        "go_on": "解かずに先へ進むには、セルで次の行を実行してください:  from {module} import {name}",
        "unknown": "{name} という演習はありません。関数名は元のままにしてください。演習の一覧: {known}",
    },
    "ko": {
        "unwritten": "{name} 함수가 아직 비어 있습니다. `raise NotImplementedError` 줄을 여러분의 코드로 바꾸고 셀을 실행하세요.",
        "wrong": "{name} 함수의 결과가 다릅니다. 결과가 달라지는 가장 작은 입력은 다음과 같습니다.",
        "raised": "{name} 함수에서 오류가 났습니다. 오류가 나는 가장 작은 입력은 다음과 같습니다.",
        "nothing": "{name} 함수가 아무것도 돌려주지 않았습니다. `return`이 빠지지 않았나요? 가장 작은 입력은 다음과 같습니다.",
        "changed": "{name} 함수가 받은 값을 바꾸었습니다. 새로 만드세요. 가장 작은 입력은 다음과 같습니다.",
        "endless": "{name} 함수가 {seconds:g}초 안에 끝나지 않았습니다. 끝나지 않는 반복문이 있나요? 처리하던 입력:",
        "slow": "{name} 함수는 지금까지는 맞지만, 너무 느려서 {seconds:g}초 동안 입력을 {done}개밖에 시험하지 못했습니다.",
        "call": "  호출     {text}",
        "expected": "  기댓값   {text}",
        "got": "  실제 값  {text}",
        "after": "  호출 뒤의 인수  {text}",
        "error": "  오류     {text}",
        "line": " (여러분의 코드 {line}번째 줄)",
        "go_on": "풀지 않고 넘어가려면 셀에서 다음 줄을 실행하세요:  from {module} import {name}",
        "unknown": "‘{name}’: 이런 이름의 연습 문제는 없습니다. 함수 이름을 그대로 두세요. 연습 문제 목록: {known}",
    },
    "zh": {
        "unwritten": "{name} 还没有写：请把 `raise NotImplementedError` 那一行换成你的代码，再运行该单元格。",
        "wrong": "{name} 的结果不对。找到的最小反例如下：",
        "raised": "{name} 抛出了异常。能触发异常的最小输入如下：",
        "nothing": "{name} 什么也没有返回。是不是漏了 `return`？最小的输入如下：",
        "changed": "{name} 修改了传入的内容，请另外新建。最小的输入如下：",
        "endless": "{name} 在 {seconds:g} 秒内没有结束。是不是有停不下来的循环？当时正在处理的输入：",
        "slow": "{name} 目前为止都正确，但太慢了：{seconds:g} 秒内只试了 {done} 个输入。",
        "call": "  调用    {text}",
        "expected": "  期望值  {text}",
        "got": "  实际值  {text}",
        "after": "  调用后的参数  {text}",
        "error": "  异常    {text}",
        "line": "（在你的代码第 {line} 行）",
        "go_on": "想先跳过这道题，请在单元格里运行：  from {module} import {name}",
        "unknown": "没有名为 {name} 的练习。请保留原来的函数名。练习有：{known}",
    },
}


def notebook_language() -> str:
    """STORYBOT_LANG if set; else the name of the notebook's folder (`work/ko`); else English."""
    for candidate in (os.environ.get("STORYBOT_LANG", ""), Path.cwd().name):
        if candidate in LANGUAGES:
            return candidate
    return "en"
