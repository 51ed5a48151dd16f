// Embeds a report's figures where the emulator's automatic check looks for them: in a PNG as a tEXt chunk (PNG
// specification, 11.3.4.3) before its first data, in a JPEG as a comment segment after APP0.
import { crc32 } from 'node:zlib';

const keyword = 'FlightReport';
const signatureBytes = 8;
const pngHeaderBytes = 25;

/**
 * @param {Buffer} image a whole PNG or JPEG
 * @param {import('./facts.mjs').Figures} figures
 * @returns {Buffer}
 */
export function embedFigures(image, figures) {
  const text = JSON.stringify(figures);
  return image[0] === 0x89 ? intoPng(image, text) : intoJpeg(image, text);
}

/**
 * @param {Buffer} png
 * @param {string} text
 */
function intoPng(png, text) {
  const body = Buffer.from(`tEXt${keyword}\0${text}`, 'latin1');
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(body.length - 4, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  const at = signatureBytes + pngHeaderBytes;
  return Buffer.concat([png.subarray(0, at), chunk, png.subarray(at)]);
}

/**
 * @param {Buffer} jpeg
 * @param {string} text
 */
function intoJpeg(jpeg, text) {
  const body = Buffer.from(`${keyword}:${text}`, 'latin1');
  const segment = Buffer.alloc(body.length + 4);
  segment.writeUInt16BE(0xfffe, 0);
  segment.writeUInt16BE(body.length + 2, 2);
  body.copy(segment, 4);
  const app0End = 4 + jpeg.readUInt16BE(4);
  return Buffer.concat([jpeg.subarray(0, app0End), segment, jpeg.subarray(app0End)]);
}
