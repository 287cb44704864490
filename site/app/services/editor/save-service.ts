import { useMutation, useQueryClient } from '@tanstack/react-query';
import { browserClient } from '../../data/browser-client.ts';
import { columnsOf, type ServiceDraft, type ServiceRow } from './service-draft.ts';

/** Somebody else saved the same service in the meantime; `theirs` is null when it was deleted. */
export class SavedElsewhere extends Error {
  readonly theirs: ServiceRow | null;
  constructor(theirs: ServiceRow | null) {
    super(theirs ? 'Somebody else has saved this service' : 'Somebody else has deleted this service');
    this.theirs = theirs;
  }
}

export class SlugTaken extends Error {
  constructor() {
    super('Another service has this web address. Choose another one');
  }
}

export interface ServiceSave {
  id: string;
  draft: ServiceDraft;
  /** `updated_at` of the row that was edited; null makes a new one */
  version: string | null;
}

interface DatabaseError {
  code: string;
  message: string;
}

function explain(error: DatabaseError): Error {
  if (error.code === '23505' && error.message.includes('slug')) return new SlugTaken();
  if (error.code === '42501') return new Error('Your account may not change services. Ask an owner.');
  return new Error(error.message);
}

/** One service with everything an editor shows, or null. */
export async function readService(id: string): Promise<ServiceRow | null> {
  const { data } = await browserClient()
    .from('services')
    .select('*')
    .eq('id', id)
    .maybeSingle()
    .throwOnError();
  return data;
}

async function overwriteService(id: string, columns: ReturnType<typeof columnsOf>): Promise<ServiceRow> {
  const { data, error } = await browserClient()
    .from('services')
    .update(columns)
    .eq('id', id)
    .select()
    .single();
  if (error) throw explain(error);
  return data;
}

async function saveService({ id, draft, version }: ServiceSave): Promise<ServiceRow> {
  const services = browserClient().from('services');
  const columns = columnsOf(draft);
  if (version === null) {
    const { data, error } = await services
      .insert({ id, ...columns })
      .select()
      .single();
    // the id is made before the first try: when that one did arrive, trying again changes it and makes no second
    if (error?.message.includes('services_pkey')) return overwriteService(id, columns);
    if (error) throw explain(error);
    return data;
  }
  const { data, error } = await services.update(columns).eq('id', id).eq('updated_at', version).select();
  if (error) throw explain(error);
  const [saved] = data;
  if (!saved) throw new SavedElsewhere(await readService(id));
  return saved;
}

/** Makes or changes a service; never over what somebody else saved since `version`. */
export function useSaveService() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: saveService,
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: ['services'] });
    },
  });
}

async function deleteService(id: string): Promise<void> {
  const { data, error } = await browserClient().from('services').delete().eq('id', id).select('id');
  if (error) throw explain(error);
  if (data.length === 0 && (await readService(id))) throw explain({ code: '42501', message: '' });
}

/** Deletes a service; its leads keep its name. Deleting what is gone already is no failure. */
export function useDeleteService() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: deleteService,
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: ['services'] });
      void queries.invalidateQueries({ queryKey: ['media'] });
    },
  });
}
