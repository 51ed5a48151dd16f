// A Vite plugin that rounds the world's coastlines to a tenth of a degree. They are drawn for 1:110 million, where half
// a millimetre is half a degree, and rounded numbers compress to half the size.
import { quantize, transform as decoder } from 'topojson-client';
import type { Plugin } from 'vite';

type Topology = Parameters<typeof quantize>[0];

/** Has points exactly at -180, 180 and -90, where the land has edges. */
const grid = { scale: [0.1, 0.1], translate: [-180, -90] } satisfies Topology['transform'];

export const coarseLand = (): Plugin => ({
  name: 'coarse-land',
  enforce: 'pre',
  transform: {
    filter: { id: /\/world-atlas\/land-110m\.json$/ },
    handler: (json) => ({ code: JSON.stringify(coarse(JSON.parse(json) as Topology)), map: null }),
  },
});

export function coarse({ transform, ...topology }: Topology): Topology {
  const decode = decoder(transform ?? null);
  const arcs = topology.arcs.map((arc) => arc.map((point, index) => decode(point, index > 0)));
  return quantize({ ...topology, arcs }, grid);
}
