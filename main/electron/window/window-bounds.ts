// The window's position. A stored one is used only if a display still shows it.
import { z } from 'zod';

const whole = z.number().int();
const boundsSchema = z.object({ x: whole, y: whole, width: whole, height: whole, isMaximized: z.boolean() });
type WindowBounds = z.infer<typeof boundsSchema>;
type Rectangle = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

export const smallest = { width: 640, height: 480 } as const;
const usual = { width: 1280, height: 800 } as const;
/** This much of the window has to be on a display for a person to find and move it. */
const grip = { width: 120, height: 48 } as const;

/** The usual size in the middle of a display; smaller if the display is. */
export function usualBounds(workArea: Rectangle): Rectangle {
  const width = Math.min(usual.width, workArea.width);
  const height = Math.min(usual.height, workArea.height);
  return {
    x: workArea.x + Math.round((workArea.width - width) / 2),
    y: workArea.y + Math.round((workArea.height - height) / 2),
    width,
    height,
  };
}

/** The stored bounds, no larger than their display, or null if there are none that fit these displays. */
export function usableBounds(remembered: unknown, workAreas: readonly Rectangle[]): WindowBounds | null {
  const parsed = boundsSchema.safeParse(remembered);
  if (!parsed.success) return null;
  const stored = {
    ...parsed.data,
    width: Math.max(parsed.data.width, smallest.width),
    height: Math.max(parsed.data.height, smallest.height),
  };
  const area = workAreas.find((area) => showsTheTop(stored, area));
  if (area === undefined) return null;
  // A display that has become smaller, by a larger scale for example.
  return { ...stored, width: Math.min(stored.width, area.width), height: Math.min(stored.height, area.height) };
}

function showsTheTop(bounds: Rectangle, area: Rectangle): boolean {
  const shownWidth = Math.min(bounds.x + bounds.width, area.x + area.width) - Math.max(bounds.x, area.x);
  const isTopShown = bounds.y >= area.y && bounds.y + grip.height <= area.y + area.height;
  return shownWidth >= grip.width && isTopShown;
}
