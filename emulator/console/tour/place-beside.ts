// Places a card below its target, to the right of one that is low at the left edge, otherwise above.

type Box = {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
};

const gap = 12;

export function placeBeside(
  target: Box,
  card: Pick<Box, 'width' | 'height'>,
  room: { readonly width: number; readonly height: number } = { width: innerWidth, height: innerHeight },
): { left: number; top: number } {
  const within = (at: number, size: number, whole: number) => Math.max(gap, Math.min(at, whole - size - gap));
  const right = target.left + target.width + gap;
  const isNarrow = target.width < room.width / 4 && target.left < room.width / 8;
  if (isNarrow && right + card.width + gap <= room.width) {
    return { left: right, top: within(target.top, card.height, room.height) };
  }
  const below = target.top + target.height + gap;
  const top = below + card.height + gap <= room.height ? below : target.top - gap - card.height;
  return { left: within(target.left, card.width, room.width), top: Math.max(gap, top) };
}
