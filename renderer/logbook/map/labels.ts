// Places the names of airports, most visited first, so that none covers another name or a busier dot. Pure.

export type Dot = { readonly x: number; readonly y: number; readonly radius: number; readonly text: string };
type Label = {
  readonly dot: number;
  readonly x: number;
  readonly y: number;
  readonly anchor: 'start' | 'end' | 'middle';
};

type Box = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };

/** The measured character width of B612 Mono at 12 pixels. */
const CHARACTER = 7.35;
const HIGH = 13;
const GAP = 5;

const overlaps = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/**
 * @param dots most important first
 * @param covered areas that must stay free, such as the tables over the map
 */
export function placeLabels(dots: readonly Dot[], area: Box, covered: readonly Box[], most: number): Label[] {
  const used: Box[] = [...covered];
  const around = (dot: Dot): Box => ({
    left: dot.x - dot.radius - 1,
    right: dot.x + dot.radius + 1,
    top: dot.y - dot.radius - 1,
    bottom: dot.y + dot.radius + 1,
  });
  const dotBoxes = dots.map(around);
  const labels: Label[] = [];
  for (const [at, dot] of dots.entries()) {
    if (labels.length >= most) break;
    const wide = dot.text.length * CHARACTER;
    const beside = dot.radius + GAP;
    const places: readonly (Label & { readonly box: Box })[] = [
      { dot: at, anchor: 'start' as const, x: dot.x + beside, y: dot.y + 4, left: dot.x + beside },
      { dot: at, anchor: 'end' as const, x: dot.x - beside, y: dot.y + 4, left: dot.x - beside - wide },
      { dot: at, anchor: 'middle' as const, x: dot.x, y: dot.y - beside, left: dot.x - wide / 2 },
      { dot: at, anchor: 'middle' as const, x: dot.x, y: dot.y + beside + 9, left: dot.x - wide / 2 },
    ].map(({ left, ...label }) => ({
      ...label,
      box: { left: left - 1, right: left + wide + 1, top: label.y - HIGH + 2, bottom: label.y + 3 },
    }));
    const free = places.find(
      ({ box }) =>
        box.left >= area.left &&
        box.right <= area.right &&
        box.top >= area.top &&
        box.bottom <= area.bottom &&
        !used.some((other) => overlaps(box, other)) &&
        // A label may cover the dot of an airport with fewer visits.
        !dotBoxes.slice(0, at).some((other) => overlaps(box, other)),
    );
    if (!free) continue;
    used.push(free.box);
    labels.push({ dot: at, x: free.x, y: free.y, anchor: free.anchor });
  }
  return labels;
}
