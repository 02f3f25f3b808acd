"""Configuration of the documentation; ``make docs`` builds it."""

import optimeter

project = "Optimeter"
author = "the Optimeter developers"
copyright = "2026, the Optimeter developers"
version = release = optimeter.__version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.intersphinx",
    "sphinx.ext.napoleon",
    "sphinx.ext.viewcode",
]
exclude_patterns = ["_build"]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

autodoc_typehints = "none"  # the signature and the text say it
autodoc_member_order = "bysource"
napoleon_google_docstring = False
napoleon_use_rtype = False
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 88
default_role = "code"
suppress_warnings = ["ref.python"]  # words of types, such as path, are no names
intersphinx_mapping: dict[str, tuple[str, str | None]] = {}  # the build needs no network

html_theme = "furo"
html_title = "Optimeter"
html_static_path = ["_static"]
html_css_files = ["optimeter.css"]
html_show_sphinx = False
