// Pictures on a canvas. Those that take long are drawn a few milliseconds at a time, so that no frame is late.

type Size = { readonly width: number; readonly height: number };
type Steps = Iterator<unknown>;

/** How long is drawn before the page gets its turn. */
const pieceMs = 10;

/** Draws on a canvas of its own. Returns what stops it. */
export function drawInPieces(
  size: Size,
  sharpness: number,
  draw: (context: CanvasRenderingContext2D) => Steps,
  done: (drawn: HTMLCanvasElement) => void,
): () => void {
  const canvas = document.createElement('canvas');
  const steps = draw(contextOf(canvas, size, sharpness));
  function drawPiece() {
    const endAt = performance.now() + pieceMs;
    while (performance.now() < endAt) if (steps.next().done === true) return done(canvas);
    timer = setTimeout(drawPiece);
    return undefined;
  }
  let timer = setTimeout(drawPiece);
  return () => clearTimeout(timer);
}

export function drawAll(steps: Steps): void {
  while (steps.next().done !== true);
}

/** Gives a canvas its size, which clears it, and returns its context in CSS pixels. */
export function contextOf(
  canvas: HTMLCanvasElement,
  { width, height }: Size,
  sharpness: number,
): CanvasRenderingContext2D {
  canvas.width = Math.round(width * sharpness);
  canvas.height = Math.round(height * sharpness);
  const context = canvas.getContext('2d')!;
  context.scale(sharpness, sharpness);
  return context;
}

/** Shows a picture in its own size. Returns the context of the canvas, in pixels. */
export function show(picture: HTMLCanvasElement | ImageBitmap, on: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = contextOf(on, picture, 1);
  context.drawImage(picture, 0, 0);
  return context;
}
