import { useQuery } from '@tanstack/react-query';
import { browserClient } from '../../../data/browser-client.ts';
import { leadsKey } from '../../inbox/leads-cache.ts';

/** A day in Toronto, "2026-11-20", and its number of leads. */
export interface DayCount {
  day: string;
  total: number;
}

/** Number of leads that requested a service; null for those that named none. */
export interface ServiceCount {
  service: string | null;
  total: number;
}

/** Leads of one source, and those of them that are qualified. */
export interface SourceCount {
  kind: 'campaign' | 'site' | 'api' | 'staff' | 'direct';
  /** the campaign's source or the site's host; null for the others */
  source: string | null;
  total: number;
  qualified: number;
}

async function readDays(): Promise<DayCount[]> {
  const { data } = await browserClient().rpc('leads_by_day').throwOnError();
  return data;
}

async function readServices(): Promise<ServiceCount[]> {
  const { data } = await browserClient().rpc('leads_by_service').throwOnError();
  return data;
}

async function readSources(): Promise<SourceCount[]> {
  const { data } = await browserClient().rpc('leads_by_source').throwOnError();
  return data as SourceCount[];
}

/** The last 30 days, today last. Counted by the database, so no lead's data is sent. */
export function useLeadsByDay() {
  return useQuery({ queryKey: [...leadsKey, 'by-day'], queryFn: readDays });
}

/** The same days by service, most requested first. */
export function useLeadsByService() {
  return useQuery({ queryKey: [...leadsKey, 'by-service'], queryFn: readServices });
}

/** The last 90 days by source, most leads first. */
export function useLeadsBySource() {
  return useQuery({ queryKey: [...leadsKey, 'by-source'], queryFn: readSources });
}
