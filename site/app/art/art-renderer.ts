import { createContext } from 'react';
import type { ArtRequest } from './draw-art.ts';

/** Draws the art during server rendering (see entry.server.tsx); null in the browser. */
export const ArtRenderer = createContext<((request: ArtRequest) => string) | null>(null);
