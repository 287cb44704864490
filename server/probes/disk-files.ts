import { statfs } from 'node:fs/promises';
import { defineProbe } from './probe.ts';

interface DiskFiles {
  free: number;
  /** 0 where the file system has no limit. */
  most: number;
}

/** The share of free inodes below which uploads are refused as well. */
const lowShare = 0.02;

export const diskFiles = defineProbe<DiskFiles>({
  name: 'disk-files',
  async read({ DATA_DIR }) {
    try {
      const { files, ffree } = await statfs(DATA_DIR);
      return { free: ffree, most: files };
    } catch {
      return null;
    }
  },
  judge({ free, most }) {
    if (free >= most * lowShare) return [];
    return [
      {
        what: 'disk',
        finding: `only ${free} more files fit on the disk (inodes)`,
        fix: 'delete folders with many small files; df -i shows the use',
      },
    ];
  },
  gauges: [],
});
