// Where the route stands on an image.
import type { Place } from '../../main/contract/strip.ts';

/** Frames places in the colour of a link, on white, so that it is seen on every picture. */
export function framePlaces(context: CanvasRenderingContext2D, marks: readonly Place[]) {
  const { width, height } = context.canvas;
  const space = width / 125;
  context.beginPath();
  for (const mark of marks) {
    const [wide, high] = [mark.width * width + 2 * space, mark.height * height + 2 * space];
    context.rect(mark.x * width - space, mark.y * height - space, wide, high);
  }
  context.lineWidth = width / 96;
  context.strokeStyle = '#fff';
  context.stroke();
  context.lineWidth /= 2;
  context.strokeStyle = '#0b5cad';
  context.stroke();
}
