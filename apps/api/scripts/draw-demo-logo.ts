// Draws the logo of the demo company. Run from the root of the repository:
//   npx node apps/api/scripts/draw-demo-logo.ts
import { writeFileSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';

const [width, height] = [160, 96];
/** Samples per pixel in each direction, for smooth edges. */
const samples = 4;

type Color = readonly [red: number, green: number, blue: number];
const sun: Color = [245, 166, 35];
const roof: Color = [30, 58, 95];
const line: Color = [255, 255, 255];

/** The sun above a roof with modules. Null is transparent. */
function colorAt(x: number, y: number): Color | null {
  const leaning = x - (height - y) * 0.5;
  const isRoof = y > 48 && y < 92 && leaning > 4 && leaning < 116;
  if (isRoof) return leaning % 28 < 2 || Math.abs(y - 70) < 1 ? line : roof;
  return Math.hypot(x - 96, y - 46) < 34 && y < 46 ? sun : null;
}

/** Returns a pixel with its opacity, the average of its samples. */
function pixel(column: number, row: number): number[] {
  const sum = [0, 0, 0];
  let opaque = 0;
  for (let index = 0; index < samples ** 2; index += 1) {
    const x = column + ((index % samples) + 0.5) / samples;
    const y = row + (Math.floor(index / samples) + 0.5) / samples;
    const color = colorAt(x, y);
    if (!color) continue;
    opaque += 1;
    color.forEach((value, channel) => {
      sum[channel] = (sum[channel] ?? 0) + value;
    });
  }
  return [...sum.map((value) => Math.round(value / Math.max(opaque, 1))), (255 * opaque) / samples ** 2];
}

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, checksum]);
}

const rows = Array.from({ length: height }, (_, row) => {
  const pixels = Array.from({ length: width }, (_, column) => pixel(column, row));
  // The first byte is the filter of the row: none.
  return [0, ...pixels.flat()];
});
const header = Buffer.alloc(13);
header.writeUInt32BE(width, 0);
header.writeUInt32BE(height, 4);
// 8 bits per channel, RGBA.
header.set([8, 6], 8);
const png = Buffer.concat([
  Buffer.from('89504e470d0a1a0a', 'hex'),
  chunk('IHDR', header),
  chunk('IDAT', deflateSync(Buffer.from(rows.flat()))),
  chunk('IEND', Buffer.alloc(0)),
]);
writeFileSync(new URL('../src/programs/demo/demo-logo.png', import.meta.url), png);
