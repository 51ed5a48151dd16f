// Describes the parts of a form, one line each, without their content.

import { formatBytes } from './wording.ts';
import { maskText } from './masking.ts';

export type PartSeen = {
  sizeBytes: number;
  isWhole: boolean;
};

export type MultipartParts = {
  /** Adds a part; its receiver updates the returned object. */
  begin(name: string, fileName: string | null, type: string | null): PartSeen;
  /** `report: <image/png, 1.5 MB, eddf-lppt.png>`, a line each. */
  text(): string;
};

const mostParts = 20;
const mostNameLength = 200;

export function createMultipartParts(): MultipartParts {
  const lines: { message: (size: string) => string; seen: PartSeen }[] = [];
  let others = 0;

  return {
    begin(name, fileName, type) {
      const seen: PartSeen = { sizeBytes: 0, isWhole: false };
      if (lines.length >= mostParts) {
        others += 1;
        return seen;
      }
      const [field, kind] = [shown(name), shown(type ?? (fileName === null ? 'text' : 'application/octet-stream'))];
      const file = fileName === null ? '' : `, ${shown(fileName)}`;
      lines.push({ seen, message: (size) => `${field}: <${kind}, ${size}${file}>` });
      return seen;
    },
    text() {
      const described = lines.map(({ message, seen: { sizeBytes, isWhole } }) =>
        message(isWhole ? formatBytes(sizeBytes) : `${formatBytes(sizeBytes)} received before the connection broke`),
      );
      if (others > 0) described.push(`<${others} more ${others === 1 ? 'part' : 'parts'}>`);
      return described.join('\n');
    },
  };
}

/** One line, truncated and masked. */
const shown = (text: string) =>
  maskText(text.length > mostNameLength ? `${text.slice(0, mostNameLength)}…` : text).replaceAll(/\p{Cc}/gu, '�');
