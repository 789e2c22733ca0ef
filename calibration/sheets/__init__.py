"""Sheets to print: vector, exact millimetres, with a ruler that tells whether the printer kept them."""

from calibration.sheets.board import board_sheets
from calibration.sheets.charuco import charuco_sheet, fitting_target
from calibration.sheets.paper import PAPERS
from calibration.sheets.tags import rim_sheet, tag_sheets
from calibration.sheets.verify import verify_sheet

__all__ = ["PAPERS", "board_sheets", "charuco_sheet", "fitting_target", "rim_sheet", "tag_sheets", "verify_sheet"]
