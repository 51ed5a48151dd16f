// The land of the world from Natural Earth: 1:110 million for the whole world, 1:50 million with borders near to it.
import type { GeoPermissibleObjects } from 'd3-geo';
import { useEffect, useState } from 'react';
import { feature, mesh } from 'topojson-client';
import world from 'world-atlas/land-110m.json';

type Topology = Parameters<typeof feature>[0];
type Countries = Parameters<typeof mesh>[1];
type Land = GeoJSON.FeatureCollection<GeoJSON.MultiPolygon>;

export type Coast = { readonly land: readonly GeoPermissibleObjects[]; readonly borders: GeoPermissibleObjects | null };

/** Each piece of land: closing hundreds of outlines in one path takes a browser several times as long. */
const landOf = (topology: Topology) =>
  (feature(topology, topology.objects['land']!) as Land).features.flatMap(({ geometry }) =>
    geometry.coordinates.map((coordinates): GeoPermissibleObjects => ({ type: 'Polygon', coordinates })),
  );

export const coarseCoast: Coast = { land: landOf(world as unknown as Topology), borders: null };

/** From this zoom on the coarse coast has corners, and airports on small islands lie in the sea. */
export const fineFrom = 6;

let fine: Promise<Coast> | null = null;

/** Half a megabyte, read once. */
function loadFineCoast(): Promise<Coast> {
  fine ??= import('world-atlas/countries-50m.json').then((read) => {
    const topology = read.default as Topology;
    const countries = topology.objects['countries'] as Countries;
    return { land: landOf(topology), borders: mesh(topology, countries, (one, other) => one !== other) };
  });
  return fine;
}

/** Returns the fine coast, read only where it is needed; null until then. */
export function useFineCoast(isNeeded: boolean): Coast | null {
  const [coast, setCoast] = useState<Coast | null>(null);
  useEffect(() => {
    if (isNeeded) void loadFineCoast().then(setCoast, () => {});
  }, [isNeeded]);
  return isNeeded ? coast : null;
}
