"""Conditions under which vision is tested: each is an effect with a severity, and advice for the player."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

import numpy as np

from messages.message import Message
from simulation.degradations import camera_effects, occluders
from simulation.degradations.ground_truth import GroundTruthImage

Effect: TypeAlias = Callable[[GroundTruthImage, np.random.Generator], GroundTruthImage]
Severity = TypeVar("Severity")


@dataclass(frozen=True, slots=True)
class Condition:
    """Condition that degrades an image of a room.

    `id` seeds the random effects, with spaces for underscores, so that the images are those of the published figures.
    `found` and `covered` are required results (share of readable operatives found, share of found ones within the
    stated 95 % ellipse), None if nothing is required. With `needs_floor`, only a rendered room can show it.
    """

    id: str
    title: Message
    effect: Effect
    advice: Message
    found: float | None = None
    covered: float | None = None
    needs_floor: bool = False

    def applied(self, room: GroundTruthImage, seed: int) -> GroundTruthImage:
        """Return the room under this condition; the same room, seed and condition give the same image."""
        return self.effect(room, self.random(room, seed))

    def random(self, room: GroundTruthImage, seed: int) -> np.random.Generator:
        """Return the random number generator of this condition in one room."""
        return np.random.default_rng(
            [seed, zlib.crc32(self.id.replace("_", " ").encode()), zlib.crc32(room.name.encode())]
        )


def _as_it_is(room: GroundTruthImage, rng: np.random.Generator) -> GroundTruthImage:
    del rng
    return room


def _at(
    effect: Callable[[GroundTruthImage, np.random.Generator, Severity], GroundTruthImage], severity: Severity
) -> Effect:
    return lambda room, rng: effect(room, rng, severity)


def _table() -> tuple[Condition, ...]:
    still = Message.of("condition-keep-still")
    sun = Message.of("condition-shadows")
    focus = Message.of("condition-focus")
    lamp = Message.of("condition-reflections")
    none = Message.of("condition-nothing")
    tags = Message.of("condition-clear-tags")
    lens_again = Message.of("condition-lens")
    walk = Message.of("condition-mount")
    flat = Message.of("condition-flat-mat")
    terrain = Message.of("condition-terrain-tags")
    e = Condition
    return (
        e("as_it_is", Message.of("condition-unspoiled"), _as_it_is, none, 0.98, 0.90),
        *(
            e(
                f"motion_blur_{px:g}_px",
                Message.of("condition-motion-blur", px=px),
                _at(camera_effects.motion_blur, px),
                still,
                found,
                covered,
            )
            for px, found, covered in ((3, 0.96, 0.90), (4, None, 0.90), (5, 0.70, 0.90), (6, None, 0.90))
        ),
        *(
            e(
                f"defocus_{px:g}_px",
                Message.of("condition-defocus", px=px),
                _at(camera_effects.defocus, px),
                focus,
                found,
                0.90,
            )
            for px, found in ((1.0, 0.96), (2.0, None), (3.0, None))
        ),
        *(
            e(
                f"hard_shadows_to_{left:g}",
                Message.of("condition-hard-shadows", light=left),
                _at(occluders.hard_shadows, left),
                sun,
                f,
                0.9,
            )
            for left, f in ((0.4, 0.95), (0.2, 0.80))
        ),
        *(
            e(
                f"one_tag_in_{n}_partly_covered",
                Message.of("condition-tags-covered", n=n),
                _at(occluders.partly_covered, 1 / n),
                tags,
                f,
                0.9,
            )
            for n, f in ((10, 0.93), (6, 0.92))
        ),
        e("glare_of_two_lamps", Message.of("condition-glare", lamps=2), _at(camera_effects.glare, 2), lamp, None, 0.90),
        e(
            "glare_of_five_lamps",
            Message.of("condition-glare", lamps=5),
            _at(camera_effects.glare, 5),
            lamp,
            None,
            0.90,
        ),
        *(
            e(
                f"overexposed_{s:g}_stops",
                Message.of("condition-overexposed", stops=s),
                _at(camera_effects.exposure, s),
                Message.of("condition-less-light"),
                None,
                0.90,
            )
            for s in (0.7, 1.5)
        ),
        *(
            e(
                f"exposure_{s:g}_stops",
                Message.of("condition-underexposed", stops=-s),
                _at(camera_effects.exposure, s),
                none,
                f,
                0.90,
            )
            for s, f in ((-2, 0.98), (-4, 0.95), (-5, None))
        ),
        e("noise_of_a_dark_room", Message.of("condition-noise"), _at(camera_effects.noisy, 600.0), none, 0.95, 0.90),
        e(
            "white_balance",
            Message.of("condition-white-balance"),
            _at(camera_effects.white_balance, 0.4),
            none,
            0.98,
            0.90,
        ),
        *(
            e(f"gamma_{g:g}", Message.of("condition-gamma", gamma=g), _at(camera_effects.gamma, g), none, 0.98, 0.90)
            for g in (1.0, 2.8)
        ),
        e("JPEG_30", Message.of("condition-jpeg", quality=30), _at(camera_effects.jpeg, 30), none, 0.98, 0.90),
        e("MPEG-4_film", Message.of("condition-mpeg4"), _at(camera_effects.video, "mp4v"), none, 0.95, 0.90),
        e("MJPEG_film", Message.of("condition-mjpeg"), _at(camera_effects.video, "MJPG"), none, 0.98, 0.90),
        e(
            "vignette_to_.3",
            Message.of("condition-vignette", light=0.3),
            _at(camera_effects.vignette, 0.3),
            none,
            0.98,
            0.90,
        ),
        e(
            "denoised_and_sharpened",
            Message.of("condition-denoised"),
            _at(camera_effects.denoise, 1.0),
            Message.of("condition-denoising"),
            0.95,
            0.90,
        ),
        e(
            "fx_.3_%_wrong",
            Message.of("condition-wrong-fx", share=0.003),
            _at(camera_effects.wrong_focal, 0.003),
            lens_again,
            0.98,
            0.88,
        ),
        e(
            "focal_length_.5_%_wrong",
            Message.of("condition-wrong-focal-length", share=0.005),
            _at(camera_effects.wrong_zoom, 0.005),
            lens_again,
            None,
            0.88,
        ),
        e(
            "centre_10_px_off",
            Message.of("condition-wrong-centre", px=10),
            _at(camera_effects.wrong_centre, 10.0),
            lens_again,
            0.98,
            0.88,
        ),
        e(
            "k1_+.03",
            Message.of("condition-wrong-distortion", k1=0.03),
            _at(camera_effects.wrong_distortion, 0.03),
            lens_again,
            0.98,
            0.88,
        ),
        e(
            "picture_turned_by_180_degrees",
            Message.of("condition-rotated", degrees=180),
            camera_effects.turned_round,
            Message.of("condition-rotation"),
            None,
            0.88,
        ),
        e(
            "another_crop_of_the_sensor",
            Message.of("condition-other-crop"),
            _at(camera_effects.other_crop, 0.88),
            Message.of("condition-crop"),
            None,
            0.88,
        ),
        *(
            e(
                f"rolling-shutter_wobble_{px:g}_px",
                Message.of("condition-wobble", px=px),
                _at(camera_effects.wobble, px),
                walk,
                f,
                0.88,
            )
            for px, f in ((0.6, 0.98), (1.0, None), (2.0, None))
        ),
        *(
            e(
                f"mat_bowed_{mm:g}_mm",
                Message.of("condition-bowed", mm=mm),
                _at(camera_effects.bowed, mm),
                flat,
                None,
                c,
            )
            for mm, c in ((2.0, 0.90), (4.0, None))
        ),
        e(
            "mat_stretched_.3_%_one_way",
            Message.of("condition-stretched", share=0.003),
            _at(camera_effects.stretched, 0.003),
            Message.of("condition-print-scale"),
            None,
            0.88,
        ),
        e(
            "corner_of_the_mat_curled_10_mm",
            Message.of("condition-curled-corner", mm=10),
            _at(camera_effects.curled_corner, 10.0),
            flat,
            None,
            0.88,
        ),
        e(
            "all_terrain_tags_covered",
            Message.of("condition-terrain-covered"),
            occluders.terrain_tags_covered,
            terrain,
            None,
            None,
        ),
        e(
            "a_base_touches_a_tag's_corner",
            Message.of("condition-base-at-corner"),
            _at(occluders.touching_bases, "corner"),
            none,
            0.90,
            None,
        ),
        e(
            "a_base_touches_a_tag's_side",
            Message.of("condition-base-at-side"),
            _at(occluders.touching_bases, "side"),
            none,
            0.70,
            None,
        ),
        e(
            "curled_tags_2_mm",
            Message.of("condition-curled-tags", mm=2),
            _at(camera_effects.curled_tags, 2.0),
            Message.of("condition-stick-tags"),
            None,
            None,
        ),
        e("faded_and_dirty_tags", Message.of("condition-worn"), _at(occluders.worn, 1.0), tags, None, 0.90),
        e("very_faded_and_dirty_tags", Message.of("condition-very-worn"), _at(occluders.worn, 2.0), tags, None, None),
        e(
            "paper_over_a_third_of_the_board",
            Message.of("condition-paper"),
            _at(occluders.paper_sheet, 2),
            Message.of("condition-sheet"),
            0.95,
            0.90,
        ),
        e(
            "dice,_tokens_and_cups_on_the_board",
            Message.of("condition-clutter"),
            _at(occluders.clutter, 40),
            tags,
            0.95,
            0.90,
        ),
        e(
            "printed_mat_of_high_contrast",
            Message.of("condition-busy-mat"),
            _at(occluders.busy_mat, 0.7),
            none,
            0.96,
            0.90,
            needs_floor=True,
        ),
        e(
            "a_club_evening",
            Message.of("condition-evening-at-a-club"),
            _evening,
            Message.of("condition-evening"),
            None,
            0.88,
        ),
    )


def _evening(room: GroundTruthImage, rng: np.random.Generator) -> GroundTruthImage:
    """Apply several small faults at once: worn tags, a shadow, slight blur, tungsten light, dark, compressed."""
    room = occluders.worn(room, rng, 0.6)
    room = occluders.hard_shadows(room, rng, rng.uniform(0.45, 0.8))
    room = occluders.clutter(room, rng, 10)
    room = camera_effects.motion_blur(room, rng, rng.uniform(0.5, 2.0))
    room = camera_effects.exposure(room, rng, rng.uniform(-2.0, 0.0))
    room = camera_effects.white_balance(room, rng, 0.25)
    return camera_effects.jpeg(room, rng, rng.uniform(50, 80))


CONDITIONS = _table()
