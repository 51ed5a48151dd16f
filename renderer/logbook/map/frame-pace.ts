// Notices that a moving map is drawn too slowly, as on a computer without a GPU. Pure.

/** More than a frame at 60 a second takes. */
const SLOW_MS = 24;
/** The pointer rests: that says nothing about a frame. */
const REST_MS = 200;
/** One slow frame may have another cause. */
const SLOW_FRAMES = 2;

export function createFramePace() {
  let lastAt = Number.NEGATIVE_INFINITY;
  let slowFrames = 0;
  return {
    /** Counts a frame at this time, and returns whether frames are too slow. They stay so until the map rests. */
    isSlow(atMs: number): boolean {
      const tookMs = atMs - lastAt;
      if (tookMs > SLOW_MS && tookMs < REST_MS) slowFrames += 1;
      lastAt = atMs;
      return slowFrames >= SLOW_FRAMES;
    },
    /** The map rests. */
    reset() {
      lastAt = Number.NEGATIVE_INFINITY;
      slowFrames = 0;
    },
  };
}
