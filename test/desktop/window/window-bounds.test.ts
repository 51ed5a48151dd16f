import { expect, test } from 'vitest';
import { usableBounds, usualBounds } from '../../../main/electron/window/window-bounds.ts';

const display = { x: 0, y: 25, width: 1920, height: 1055 };
const second = { x: 1920, y: 0, width: 1280, height: 1024 };
const place = { x: 100, y: 100, width: 1000, height: 700, isMaximized: false };

test.each([
  ['a place on the display', place, [display], place],
  ['a maximised window', { ...place, isMaximized: true }, [display], { ...place, isMaximized: true }],
  ['a place on the second display', { ...place, x: 2000 }, [display, second], { ...place, x: 2000 }],
  ['a window that is too small', { ...place, width: 10, height: 10 }, [display], { ...place, width: 640, height: 480 }],
  [
    'a window larger than its display, whose scale has changed',
    { ...place, width: 2400, height: 1400 },
    [display],
    { ...place, width: 1920, height: 1055 },
  ],
  ['a place on a display that is gone', { ...place, x: 2000 }, [display], null],
  ['a title bar above the display', { ...place, y: -50 }, [display], null],
  ['a title bar below the display', { ...place, y: 1060 }, [display], null],
  ['a sliver at the edge', { ...place, x: 1900 }, [display], null],
  ['nothing remembered', undefined, [display], null],
  ['a document that is not one', '{ "x": ', [display], null],
  ['a place without a size', { x: 1, y: 1 }, [display], null],
])('%s', (_what, remembered, areas, expected) => {
  expect(usableBounds(remembered, areas)).toEqual(expected);
});

test.each([
  ['in the middle of a large display', display, { x: 320, y: 153, width: 1280, height: 800 }],
  ['as large as a small display', { x: 0, y: 0, width: 1028, height: 740 }, { x: 0, y: 0, width: 1028, height: 740 }],
])('opens the first window %s', (_what, area, expected) => {
  expect(usualBounds(area)).toEqual(expected);
});
