/** The times of rows that only become a document, which has none; their order is kept by the lists. */
export const someTimes = { createdAt: 0, updatedAt: 0 } as const;
