"""Sheets to print: vector graphics in exact millimetres, with a ruler to check the print scale."""

from calibration.sheets.calibration_sheets import charuco_sheet, fitting_target, verify_sheet
from calibration.sheets.paper import PAPERS
from calibration.sheets.tag_sheets import board_sheets, rim_sheet, tag_sheets

__all__ = ["PAPERS", "board_sheets", "charuco_sheet", "fitting_target", "rim_sheet", "tag_sheets", "verify_sheet"]
