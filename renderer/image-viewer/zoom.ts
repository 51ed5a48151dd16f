// The zoom of an image and its position, in CSS pixels from the middle of its area. Pure.

export type ImageView = { readonly scale: number; readonly x: number; readonly y: number };
type Size = { readonly width: number; readonly height: number };

const MAX_SCALE = 8;

/** Returns the scale that shows the whole image, never enlarged. */
export const fitScale = (image: Size, space: Size): number =>
  Math.min(1, space.width / Math.max(1, image.width), space.height / Math.max(1, image.height));

export const fitted = (image: Size, space: Size): ImageView => ({ scale: fitScale(image, space), x: 0, y: 0 });

/** Limits the view: not smaller than the fitting scale, and without a gap at an edge of a larger image. */
export function limitedView({ scale, x, y }: ImageView, image: Size, space: Size): ImageView {
  const next = Math.min(MAX_SCALE, Math.max(fitScale(image, space), scale));
  const free = (side: number, room: number) => Math.max(0, (side * next - room) / 2);
  const clamp = (value: number, most: number) => (most === 0 ? 0 : Math.min(most, Math.max(-most, value)));
  return {
    scale: next,
    x: clamp(x, free(image.width, space.width)),
    y: clamp(y, free(image.height, space.height)),
  };
}

/** Zooms around the point `at`, relative to the middle of the area. */
export function zoomedView(
  view: ImageView,
  factor: number,
  image: Size,
  space: Size,
  at: readonly [number, number] = [0, 0],
): ImageView {
  const scale = Math.min(MAX_SCALE, Math.max(fitScale(image, space), view.scale * factor));
  const ratio = scale / view.scale;
  const moved = { scale, x: at[0] - (at[0] - view.x) * ratio, y: at[1] - (at[1] - view.y) * ratio };
  return limitedView(moved, image, space);
}

export const isZoomed = (view: ImageView, image: Size, space: Size) => view.scale > fitScale(image, space) * 1.001;
