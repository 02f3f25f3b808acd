"""The command line as a whole: what it lists, what it imports, how it ends."""

import os
import resource
import signal
import subprocess
import sys
import textwrap

import pytest
from syrupy.assertion import SnapshotAssertion

import optimeter
from optimeter import cli
from optimeter.exceptions import InvalidValueError


def python(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, check=False
    )


def listed(text: str) -> list[str]:
    commands = text.split("Commands:\n")[1]
    return [line.split()[0] for line in commands.splitlines() if line.strip()]


def test_help_lists_the_commands_in_order(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--help"]) == 0
    assert listed(capsys.readouterr().out) == [
        "run",
        "report",
        "figure",
        "site",
        "explore",
        "check",
        "convert",
        "table",
        "compare",
        "timing",
        "watch",
        "merge",
        "suites",
        "examples",
    ]


def test_every_registered_command_explains_itself(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--help"]) == 0
    for name in listed(capsys.readouterr().out):
        assert cli.main([name, "--help"]) == 0
        assert f"Usage: optimeter {name}" in capsys.readouterr().out


@pytest.mark.system
def test_help_imports_no_heavy_part() -> None:
    result = python("""
        import sys
        from optimeter.cli import main
        code = main(["--help"])
        heavy = {"numpy", "scipy", "matplotlib", "plotly", "polars", "rich", "optimeter._core"}
        print(code, sorted(heavy & set(sys.modules)))
    """)
    assert result.stdout.splitlines()[-1] == "0 []", result.stderr


@pytest.mark.system
def test_help_is_quick() -> None:
    """Processor time, which other processes of the machine disturb little; best of five."""

    def spent() -> float:
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime

    times = []
    for _ in range(5):
        before = spent()
        python("from optimeter.cli import main; main(['--help'])")
        times.append(spent() - before)
    assert min(times) < 0.3


@pytest.mark.parametrize("arguments", [[], ["--help"], ["--version"]])
def test_calls_without_command(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    code = cli.main(arguments)
    shown = capsys.readouterr()
    assert code == (cli.USAGE_ERROR if not arguments else 0)
    expected = f"optimeter {optimeter.__version__}" if "--version" in arguments else "Usage:"
    assert expected in shown.out + shown.err


@pytest.mark.parametrize(
    ("arguments", "value"),
    [(["table", "x", "--budget", "abc"], "'abc'"), (["run", "cma", "--workers", "1.5"], "'1.5'")],
)
def test_a_wrong_value_is_named(
    arguments: list[str], value: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(arguments) == cli.USAGE_ERROR
    assert f"{arguments[-2]}': Input should be" in (said := capsys.readouterr().err)
    assert said.rstrip().endswith(f"; got {value}")


def test_an_unknown_command_suggests_the_nearest(
    capsys: pytest.CaptureFixture[str], said: SnapshotAssertion
) -> None:
    assert cli.main(["suite"]) == cli.USAGE_ERROR
    error = capsys.readouterr().err
    assert "'suites'" in error
    assert error == said


def raising(error: BaseException) -> type:
    class Raising(cli.Entry):
        __slots__ = ()

        def load(self):
            def command() -> None:
                raise error

            return command

    return Raising


def test_an_error_is_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = raising(InvalidValueError("what is wrong"))("suites", "Fail.")
    monkeypatch.setattr(cli, "COMMANDS", (entry,))
    assert cli.main(["suites"]) == cli.USAGE_ERROR
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err == "optimeter: what is wrong\n"


def test_other_errors_are_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli, "COMMANDS", (raising(ZeroDivisionError("why"))("suites", "Fail."),))
    with pytest.raises(ZeroDivisionError, match="why"):
        cli.main(["suites"])


def test_an_interrupt_ends_with_130(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cli, "COMMANDS", (raising(KeyboardInterrupt())("suites", "Wait."),))
    assert cli.main(["suites"]) == cli.INTERRUPTED
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.system
def test_ctrl_c_ends_the_process_with_130() -> None:
    result = python(f"""
        import os, signal, sys
        from optimeter import cli
        cli.Entry.load = lambda entry: lambda: os.kill(os.getpid(), {int(signal.SIGINT)})
        sys.exit(cli.main(["suites"]))
    """)
    assert result.returncode == cli.INTERRUPTED
    assert "Traceback" not in result.stderr


@pytest.mark.system
def test_python_m_optimeter() -> None:
    result = subprocess.run(
        [sys.executable, "-m", "optimeter", "suites", "nope"],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ,
    )
    assert result.returncode == cli.USAGE_ERROR
    assert result.stderr.startswith("optimeter: ")
    assert "'nope'" in result.stderr
    assert len(result.stderr.splitlines()) == 1
