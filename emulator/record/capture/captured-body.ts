// Keeps a copy of a body as it passes, up to a limit, and decodes it. The body itself is never changed.

import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { FileSeen } from '../traffic/observation.ts';
import { createMultipartReader } from '../../flights/report/multipart.ts';
import { createReportReader } from '../../flights/report/report-reader.ts';
import { createMultipartParts } from '../../journal/multipart-parts.ts';

type CapturedBody = {
  push(chunk: Buffer): void;
  readonly sizeBytes: number;
  /** Null if it was longer than what is kept, or cannot be decoded. */
  text(encoding?: string): string | null;
};

export function captureBody(mostBytes: number): CapturedBody {
  let chunks: Buffer[] = [];
  let sizeBytes = 0;
  return {
    push(chunk) {
      sizeBytes += chunk.length;
      if (sizeBytes <= mostBytes) chunks.push(Buffer.from(chunk));
      else chunks = [];
    },
    get sizeBytes() {
      return sizeBytes;
    },
    text(encoding = '') {
      return sizeBytes > mostBytes ? null : decoded(Buffer.concat(chunks), encoding, mostBytes);
    },
  };
}

function decoded(bytes: Buffer, encoding: string, maxOutputLength: number): string | null {
  try {
    switch (encoding.trim().toLowerCase()) {
      case '':
      case 'identity':
        return bytes.toString('utf8');
      case 'gzip':
      case 'x-gzip':
        return gunzipSync(bytes, { maxOutputLength }).toString('utf8');
      case 'deflate':
        return inflateSync(bytes, { maxOutputLength }).toString('utf8');
      case 'br':
        return brotliDecompressSync(bytes, { maxOutputLength }).toString('utf8');
      default:
        return null;
    }
  } catch {
    return null;
  }
}

type CapturedFiles = {
  push(chunk: Buffer): void;
  readonly files: readonly FileSeen[];
  /** For the journal: names, types and sizes of the parts. */
  text(): string;
};

const mostFiles = 20;

/** Describes the files of a multipart form without keeping their content. */
export function captureFiles(boundary: string): CapturedFiles {
  const files: FileSeen[] = [];
  const parts = createMultipartParts();
  const reader = createMultipartReader(boundary, ({ name, fileName, type }) => {
    const seen = parts.begin(name, fileName, type);
    const image = createReportReader();
    const file: FileSeen | null =
      fileName === null || files.length >= mostFiles
        ? null
        : {
            field: name,
            extension: /\.([^.\0]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? null,
            hasNul: fileName.includes('\0'),
            kind: null,
            sizeBytes: 0,
            isWhole: false,
          };
    if (file !== null) files.push(file);
    return {
      push(bytes) {
        seen.sizeBytes += bytes.length;
        if (file === null) return;
        image.push(bytes);
        file.sizeBytes = seen.sizeBytes;
        file.kind = image.kind();
      },
      end() {
        seen.isWhole = true;
        if (file !== null) file.isWhole = true;
      },
    };
  });
  return { push: (chunk) => reader.push(chunk), files, text: () => parts.text() };
}
