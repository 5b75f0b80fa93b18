/** Heights of a row with a name over a key, in pixels: as `density.css` sets them, or as the two lines need it. */
export const rowHeights = { comfortable: 56, compact: 41 } as const;
