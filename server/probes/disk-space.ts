import { statfs } from 'node:fs/promises';
import { defineProbe } from './probe.ts';

export interface DiskSpace {
  freeBytes: number;
  sizeBytes: number;
}

const lowShare = 0.1;
const lowBytes = 2_000_000_000;
const megabyte = 1_000_000;

/** Below 2 GB, or a tenth of a disk that is smaller than 20 GB. */
function lowLimit({ sizeBytes }: DiskSpace): number {
  return Math.min(sizeBytes * lowShare, lowBytes);
}

export function isDiskLow(disk: DiskSpace): boolean {
  return disk.freeBytes < lowLimit(disk);
}

export const diskSpace = defineProbe<DiskSpace>({
  name: 'disk-space',
  async read({ DATA_DIR }) {
    try {
      const { bavail, blocks, bsize } = await statfs(DATA_DIR);
      return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize };
    } catch {
      return null;
    }
  },
  judge(disk, { DATA_DIR }) {
    if (!isDiskLow(disk)) return [];
    const missing = Math.ceil((lowLimit(disk) - disk.freeBytes) / megabyte);
    return [
      {
        what: 'disk',
        finding: `${Math.floor(disk.freeBytes / megabyte)} MB left for ${DATA_DIR}`,
        fix: `free up at least ${missing} MB or enlarge the disk: once it is full, no leads can be saved`,
      },
    ];
  },
  gauges: [
    { name: 'disk_free_bytes', help: 'Free on the disk of DATA_DIR', value: ({ freeBytes }) => freeBytes },
    { name: 'disk_size_bytes', help: 'Size of the disk of DATA_DIR', value: ({ sizeBytes }) => sizeBytes },
    {
      name: 'disk_low',
      help: '1 where the disk of DATA_DIR is nearly full',
      value: (disk) => Number(isDiskLow(disk)),
    },
  ],
});
