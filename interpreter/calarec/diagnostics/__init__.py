"""Findings: what is wrong, where, by which rule, and what to do about it."""

from calarec.diagnostics.model import Diagnostic, Edit, Fix, Label, RuleRef
from calarec.wording.severities import Severity

__all__ = ["Diagnostic", "Edit", "Fix", "Label", "RuleRef", "Severity"]
