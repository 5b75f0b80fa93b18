import { createContext } from 'react';
import { type ApiReference } from '@/api/reference';

/** What messages and enums are, for whoever shows one that another refers to. */
export const TypesContext = createContext<ApiReference['types']>(new Map());
