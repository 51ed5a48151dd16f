// The window's coastline data compared with the published one.
import { geoArea } from 'd3-geo';
import { feature } from 'topojson-client';
import { describe, expect, it } from 'vitest';
import world from 'world-atlas/land-110m.json' with { type: 'json' };
import { coarse } from '../../../renderer/build/plugins.ts';

type Topology = Parameters<typeof coarse>[0];

const landOf = (topology: Topology) => {
  const land = feature(topology, topology.objects['land']!);
  if (land.type !== 'FeatureCollection') throw new Error(`Not a collection: ${land.type}`);
  return land.features.flatMap(({ geometry }) => (geometry.type === 'MultiPolygon' ? geometry.coordinates : []));
};

describe('the rounded land', () => {
  const published = world as unknown as Topology;
  const before = landOf(published);
  const after = landOf(coarse(published));

  it('has the same islands, each within a fifth of its area', () => {
    expect(after).toHaveLength(before.length);
    for (const [index, coordinates] of after.entries()) {
      const was = geoArea({ type: 'Polygon', coordinates: before[index]! });
      const is = geoArea({ type: 'Polygon', coordinates });
      expect(is).toBeGreaterThan(0);
      expect(Math.abs(is / was - 1)).toBeLessThan(0.2);
    }
  });

  it('has every point within half a tenth of a degree', () => {
    const points = (polygons: typeof before) => polygons.flat(2);
    const originals = points(before);
    for (const [lon, lat] of points(after)) {
      const near = originals.some(([x, y]) => Math.abs(x! - lon!) < 0.0501 && Math.abs(y! - lat!) < 0.0501);
      expect(near, `${lon}, ${lat}`).toBe(true);
    }
  });
});
