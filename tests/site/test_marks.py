"""What is drawn stands where its number says: as it is seen, in pixels of the screen, on each page
at two widths.
"""

import pytest
from built import ALIVE, all_here, built_pages, models
from marked import FAULTS, THUMB
from sound import AT_ONCE

PAGES = [page for page in built_pages() if models(page)] or ["nothing-is-built"]
SIZES = {390: 844, 1280: 900}


@pytest.mark.browser
@pytest.mark.parametrize("address", PAGES)
def test_what_is_drawn_stands_where_its_number_says(address, new_page):
    faults = {}
    for width, height in SIZES.items():
        page = new_page(
            address, viewport={"width": width, "height": height}, reduced_motion="reduce"
        )
        all_here(page)
        page.wait_for_function(ALIVE)
        page.add_style_tag(
            content=f"{AT_ONCE} section {{ content-visibility: visible !important }}"
        )
        faults[width] = page.evaluate(FAULTS, THUMB)
        page.close()
    assert not any(faults.values()), "\n".join(
        f"{width}: {text}" for width in faults for text in faults[width]
    )
