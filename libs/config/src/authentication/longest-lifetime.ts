/** Ten years: what only has an end, and needs no timer for it, may last longer than the longest timer. */
export const longestLifetime = '87600h';
