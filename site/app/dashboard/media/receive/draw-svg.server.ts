// Draws an SVG in a process of its own, which is ended at a limit of time or memory: no estimate knows what the
// drawing library will need for a file.
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';

/** Size in pixels to which a drawing is rendered: four times what a page shows. */
const canvas = { width: 1440, height: 640 };
const limits = { ms: 5_000, bytes: 400_000_000 };

/** It ends itself, so that the limits also hold when the server is killed. */
const program = `
  const [, sharpPath, width, height, ms, bytes] = process.argv;
  const end = () => process.kill(process.pid, 'SIGKILL');
  setTimeout(end, ms).unref();
  setInterval(() => process.memoryUsage.rss() > bytes && end(), 20).unref();
  const sharp = require(sharpPath);
  const svg = require('node:fs').readFileSync(0);
  (async () => {
    const size = await sharp(svg, { limitInputPixels: false }).metadata();
    const scale = Math.min(width / size.width, height / size.height);
    if (72 * scale < 1) throw new Error('pixel limit');
    const density = Math.min(72 * scale, 50_000);
    const picture = sharp(svg, { density, limitInputPixels: 4 * width * height });
    process.stdout.write(await picture.png().toBuffer());
  })().catch(({ message }) => {
    console.error(message);
    process.exitCode = 1;
  });`;

/** The pixels as PNG; null beyond a limit. Rejects with the drawing library's message if it fails. */
export function drawSvg(svg: string, { ms, bytes } = limits): Promise<Buffer | null> {
  const sharpPath = createRequire(import.meta.url).resolve('sharp');
  const values = [canvas.width, canvas.height, ms, bytes].map(String);
  return new Promise((resolve, reject) => {
    const child = execFile(
      process.execPath,
      ['--eval', program, sharpPath, ...values],
      // one thread, and none of the server's settings
      { encoding: 'buffer', env: { VIPS_CONCURRENCY: '1' }, maxBuffer: 64 * 1024 * 1024 },
      (error, png, problem) => {
        if (error?.signal) resolve(null);
        else if (error) reject(new Error(problem.toString()));
        else resolve(png);
      },
    );
    // the process may end before it has read everything
    child.stdin?.on('error', () => undefined).end(svg);
  });
}
