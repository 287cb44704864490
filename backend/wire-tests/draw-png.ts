import sharp from 'sharp';

/** A PNG in one colour. */
export function drawPng(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#06c' } })
    .png()
    .toBuffer();
}
