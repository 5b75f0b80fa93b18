import { type FlagEntry } from './flag-entry';

/** The part of the list that is on screen. */
export interface PageOfFlags {
  readonly entries: readonly FlagEntry[];
  /** From 1; never beyond the last. */
  readonly page: number;
  readonly pages: number;
  /** Places of the first and the last one, from 1. */
  readonly from: number;
  readonly to: number;
  readonly total: number;
}

/** @param size How many a page holds; 0 is all. */
export function pageOfFlags(all: readonly FlagEntry[], wanted: number, size: number): PageOfFlags {
  const pages = size === 0 ? 1 : Math.max(1, Math.ceil(all.length / size));
  const page = Math.min(wanted, pages);
  const entries = size === 0 ? all : all.slice((page - 1) * size, page * size);
  const from = entries.length === 0 ? 0 : size * (page - 1) + 1;
  return {
    entries,
    page,
    pages,
    from,
    to: from + entries.length - (entries.length === 0 ? 0 : 1),
    total: all.length,
  };
}
