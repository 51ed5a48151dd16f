// Extracts the figures embedded in an image (A5) while it streams: in a PNG from a `tEXt` or `iTXt` chunk with the keyword
// `FlightReport`, in a JPEG from a comment that starts with `FlightReport:`, each followed by JSON. Buffers at most one such
// text, up to a limit. figures.ts validates the values.

/** JPEG-LS (ISO 14495) starts like a JPEG, but its frame has a different marker. */
export type ImageKind = 'png' | 'jpeg' | 'jpeg-ls';

type ReportReader = {
  push(bytes: Buffer): void;
  /** The type by the first bytes (A14), or null. */
  kind(): ImageKind | null;
  /** The embedded JSON value, or null. */
  embedded(): unknown;
  /** Whether the last bytes are the end of such an image. */
  isComplete(): boolean;
};

const keyword = 'FlightReport';
const mostTextBytes = 16 * 1024;
const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const jpegSignature = Buffer.from([0xff, 0xd8, 0xff]);
/** The whole chunk IEND, and the marker EOI. */
const pngEnd = Buffer.from([0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82]);
const jpegEnd = Buffer.from([0xff, 0xd9]);
/** SOF55. */
const jpegLsFrame = 0xf7;

/** The next step: read a number of bytes, or skip some first. Null: nothing more to read. */
type Step = { skip: number; take: number; next: (bytes: Buffer) => Step } | null;

export function createReportReader(): ReportReader {
  let kind: ImageKind | null = null;
  let found: unknown = null;
  let held: Buffer = Buffer.alloc(0);
  let lastBytes: Buffer = Buffer.alloc(0);

  const pngChunk = (): Step => ({
    skip: 0,
    take: 8,
    next(header) {
      const length = header.readUInt32BE(0);
      const type = header.toString('latin1', 4, 8);
      // Not a chunk; nothing after it can be located.
      if (type === 'IEND' || length > 0x7fffffff || !/^[A-Za-z]{4}$/.test(type)) return null;
      const following: Step = { ...pngChunk()!, skip: 4 };
      if ((type !== 'tEXt' && type !== 'iTXt') || length > mostTextBytes) return { ...following, skip: length + 4 };
      return {
        skip: 0,
        take: length,
        next(text) {
          found = pngText(type, text);
          return found === null ? following : null;
        },
      };
    },
  });

  const jpegSegment = (): Step => ({
    skip: 0,
    take: 2,
    next(begin) {
      const marker = begin[1]!;
      // 0xDA starts the image data; comments come before it.
      if (begin[0] !== 0xff || marker === 0xda || marker === 0xd9) return null;
      // Markers may be preceded by fill bytes (0xFF).
      if (marker === 0xff) return refill(begin.subarray(1));
      if (marker === jpegLsFrame) {
        kind = 'jpeg-ls';
        return null;
      }
      return { skip: 0, take: 2, next: (size) => jpegContent(marker, size.readUInt16BE(0) - 2) };
    },
  });

  const jpegContent = (marker: number, length: number): Step => {
    if (length < 0) return null;
    if (marker !== 0xfe || length > mostTextBytes) return { ...jpegSegment()!, skip: length };
    return {
      skip: 0,
      take: length,
      next(text) {
        const message = text.toString('utf8');
        if (message.startsWith(`${keyword}:`)) found ??= parseJson(message.slice(keyword.length + 1));
        return jpegSegment();
      },
    };
  };

  /** Returns bytes that were read too early. */
  const refill = (bytes: Buffer): Step => {
    held = Buffer.concat([bytes, held]);
    return jpegSegment();
  };

  let step: Step = {
    skip: 0,
    take: jpegSignature.length,
    next(begin) {
      if (begin.equals(jpegSignature)) {
        kind = 'jpeg';
        return refill(begin.subarray(2));
      }
      return {
        skip: 0,
        take: pngSignature.length - begin.length,
        next(rest) {
          if (!Buffer.concat([begin, rest]).equals(pngSignature)) return null;
          kind = 'png';
          return pngChunk();
        },
      };
    },
  };

  return {
    push(bytes) {
      lastBytes = Buffer.concat([lastBytes, bytes.subarray(-pngEnd.length)]).subarray(-pngEnd.length);
      if (step === null) return;
      held = held.length === 0 ? bytes : Buffer.concat([held, bytes]);
      while (step !== null) {
        const skipped = Math.min(step.skip, held.length);
        held = held.subarray(skipped);
        step.skip -= skipped;
        if (step.skip > 0 || held.length < step.take) break;
        const taken = held.subarray(0, step.take);
        held = held.subarray(step.take);
        step = step.next(taken);
      }
      // A copy, because a slice would keep the whole buffer alive.
      held = step === null ? Buffer.alloc(0) : Buffer.from(held);
    },
    kind: () => kind,
    embedded: () => found,
    isComplete: () => {
      const end = kind === 'png' ? pngEnd : jpegEnd;
      return lastBytes.subarray(-end.length).equals(end);
    },
  };
}

function pngText(type: 'tEXt' | 'iTXt', chunk: Buffer): unknown {
  if (!chunk.subarray(0, keyword.length + 1).equals(Buffer.from(`${keyword}\0`, 'latin1'))) return null;
  if (type === 'tEXt') return parseJson(chunk.toString('latin1', keyword.length + 1));
  // iTXt: compression flag, method, language, translated keyword, text. Compressed text is ignored.
  const isCompressed = chunk[keyword.length + 1] !== 0;
  const languageEnd = chunk.indexOf(0, keyword.length + 3);
  const translatedEnd = languageEnd === -1 ? -1 : chunk.indexOf(0, languageEnd + 1);
  return isCompressed || translatedEnd === -1 ? null : parseJson(chunk.toString('utf8', translatedEnd + 1));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
