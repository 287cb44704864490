// Draws an SVG in a process of its own, which is ended at a limit of processor time, time or memory: no estimate knows
// what the drawing library will need for a file.
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';

/** Size in pixels to which a drawing is rendered: four times what a page shows. */
const canvas = { width: 1440, height: 640 };

/**
 * Processor time, as a multiple of what loading the library took (160 ms on an idle machine, twice that on a busy one):
 * so 0.5 s pass until a drawing whose few lines repeat each other is refused. Logos of 180 kB need 0.6 times that, one
 * with a shadow across it 1.2 times, a megabyte of ordinary paths three times.
 */
const limits = { loads: 1.8, loadsPerMegabyte: 3, ms: 30_000, bytes: 400_000_000 };

/** It ends itself, so that the limits also hold when the server is killed. */
const program = `
  const [, sharpPath, width, height, loads, ms, bytes] = process.argv;
  const end = () => process.kill(process.pid, 'SIGKILL');
  setTimeout(end, ms).unref();
  const sharp = require(sharpPath);
  const svg = require('node:fs').readFileSync(0);
  const processorTime = () => {
    const { user, system } = process.cpuUsage();
    return user + system;
  };
  const limit = processorTime() * (1 + Number(loads));
  setInterval(() => (processorTime() > limit || process.memoryUsage.rss() > bytes) && end(), 20).unref();
  (async () => {
    const size = await sharp(svg, { limitInputPixels: false }).metadata();
    const scale = Math.min(width / size.width, height / size.height);
    if (72 * scale < 1) throw new Error('pixel limit');
    const density = Math.min(72 * scale, 50_000);
    const picture = sharp(svg, { density, limitInputPixels: 4 * width * height });
    process.stdout.write(await picture.png({ compressionLevel: 0 }).toBuffer());
  })().catch(({ message }) => {
    console.error(message);
    process.exitCode = 1;
  });`;

/** None of the server's settings. */
const environment = {
  VIPS_CONCURRENCY: '1',
  // Layers of filters and masks are kept for the next one: zeroing fresh memory is four fifths of a shadow's cost.
  MALLOC_MMAP_THRESHOLD_: '1000000000',
  MALLOC_TRIM_THRESHOLD_: '1000000000',
};

/** The pixels as PNG; null beyond a limit. Rejects with the drawing library's message if it fails. */
export function drawSvg(svg: string, own: Partial<typeof limits> = {}): Promise<Buffer | null> {
  const sharpPath = createRequire(import.meta.url).resolve('sharp');
  const { loads, loadsPerMegabyte, ms, bytes } = { ...limits, ...own };
  const allLoads = loads + (loadsPerMegabyte * svg.length) / 1_000_000;
  const values = [canvas.width, canvas.height, allLoads, ms, bytes].map(String);
  return new Promise((resolve, reject) => {
    const child = execFile(
      process.execPath,
      ['--eval', program, sharpPath, ...values],
      { encoding: 'buffer', env: environment, maxBuffer: 64 * 1024 * 1024 },
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
