import { createContext, useContext } from 'react';

// What `core/location.ts` uses of `preact-iso/router`: an embed has no addresses, and no need of the rest (1.8 KB).

export const LocationProvider = { ctx: createContext<unknown>(undefined) };
export const useLocation = () => useContext(LocationProvider.ctx);
