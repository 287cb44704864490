import { encode } from 'uqr';
import styles from './security.module.css';

/** A QR code as one path, dark on white in both themes, as cameras need. Its content must stand beside it as text. */
export function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 4 });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg aria-hidden="true" className={styles.qr} shapeRendering="crispEdges" viewBox={`0 0 ${size} ${size}`}>
      <path d={path} />
    </svg>
  );
}
