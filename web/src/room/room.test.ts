import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import axe from "axe-core";
import { tick } from "svelte";
import { afterEach, expect, test, vi } from "vitest";
import { PRESETS } from "../app/ruleset";
import { learn } from "../app/who.svelte";
import type { Room as RoomFrame, Sitter } from "../net/wire";
import type { Game } from "../table/game.svelte";
import Rematch from "./Rematch.svelte";
import Room from "./Room.svelte";
import { seek } from "./seek";

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const person = (name: string): Sitter => ({ name, level: null, connected: true });

const ROOM: RoomFrame = {
  t: "room",
  seats: [person("Ayşe"), person("Can"), null, null],
  you: 0,
  places: [0, 1, 2, 3],
  founder: false,
  code: "ABCDEF",
  level: "orta",
  options: { listed: true, watch: false, chat: false, quick: true, rated: false, stake: 0 },
  kept: [null, null, "Işıl", null],
  wishes: [1],
  drawn: null,
};

function game(room: RoomFrame, fill = vi.fn()): Game {
  const offer = PRESETS.klasik;
  return {
    id: "00",
    room,
    offer,
    listed: false,
    refusal: null,
    name: "Ayşe",
    proof: { alarm: null },
    fill,
  } as unknown as Game;
}

test("before anybody sits the room tells how the table was opened and for whom places are kept", async () => {
  const { container } = render(Room, { game: game({ ...ROOM, you: null }) });
  expect(screen.getByText("Lobide görünür")).toBeTruthy();
  expect(screen.getByText("İzlenemez")).toBeTruthy();
  expect(screen.getByText("Ayrılan yer: Işıl")).toBeTruthy();
  expect((await axe.run(container, { rules: { "color-contrast": { enabled: false } } })).violations).toEqual([]);
});

test("a quick match offers computers 15 s after sitting down, and shows who has agreed", async () => {
  vi.useFakeTimers();
  const fill = vi.fn();
  render(Room, { game: game(ROOM, fill) });
  const offer = () => screen.queryByRole("button", { name: /^Evet, otursun/ });
  expect(screen.getByText("Oyuncu aranıyor: 2 kişi")).toBeTruthy();
  expect(screen.getAllByText("Bilgisayar istiyor")).toHaveLength(1);
  vi.advanceTimersByTime(14_999);
  await tick();
  expect(offer()).toBeNull();
  vi.advanceTimersByTime(1);
  await tick();
  await fireEvent.click(offer() as HTMLElement);
  expect(fill).toHaveBeenCalledOnce();
});

test("whoever has agreed is not asked again", async () => {
  vi.useFakeTimers();
  render(Room, { game: game({ ...ROOM, wishes: [0] }) });
  vi.advanceTimersByTime(15_000);
  await tick();
  expect(screen.queryByRole("button", { name: /^Evet, otursun/ })).toBeNull();
  expect(screen.getByText(/^Bilgisayar istedin/)).toBeTruthy();
});

test("a rematch is asked for, or joined with the name of whoever asked", async () => {
  const askRematch = vi.fn();
  const over = { social: true, stranger: false, view: { phase: "over" }, sitters: ROOM.seats, rematchAsked: false };
  render(Rematch, { game: { ...over, rematch: null, askRematch } as unknown as Game });
  await fireEvent.click(screen.getByRole("button", { name: "Rövanş" }));
  cleanup();
  const rematch = { t: "rematch", table: "11", seat: 1 };
  render(Rematch, { game: { ...over, rematch, askRematch } as unknown as Game });
  expect(screen.getByRole("status").textContent).toBe("Rövanş isteyen: Can");
  await fireEvent.click(screen.getByRole("button", { name: "Katıl" }));
  expect(askRematch).toHaveBeenCalledTimes(2);
});

const REFUSED = { params: {}, blocks: [] };

test("whoever came by quick match sits where the server says, elsewhere when that was taken, and not after standing up", async () => {
  const sit = vi.fn();
  sessionStorage.clear();
  seek("00");
  const place: RoomFrame = { ...ROOM, you: null, kept: [null, null, null, null], drawn: 3 };
  const state = { ...game(place), sit } as unknown as Game;
  const { rerender } = render(Room, { game: state });
  await tick();
  expect(sit.mock.calls).toEqual([[3]]);
  const taken: RoomFrame = { ...place, seats: [person("Ayşe"), person("Can"), null, person("Efe")], drawn: 2 };
  await rerender({ game: { ...state, room: taken } as unknown as Game });
  expect(sit).toHaveBeenCalledOnce(); // the answer is still to come
  const refusal = { ...REFUSED, code: "seat_taken" };
  await rerender({ game: { ...state, room: taken, refusal } as unknown as Game });
  expect(sit).toHaveBeenLastCalledWith(2);
  await rerender({ game: { ...state, room: { ...taken, you: 2, drawn: null } } as unknown as Game });
  await rerender({ game: { ...state, room: taken } as unknown as Game });
  expect(sit).toHaveBeenCalledTimes(2);
});

const RATED = { listed: true, watch: true, chat: false, quick: false, rated: true, stake: 25 };

/** Who this browser is. */
const be = (guest: boolean) => learn({ name: "Ayşe", guest, notices: 0, tables: [] });

test("at a rated table only the drawn chair is offered, and no computer", async () => {
  be(false);
  const room: RoomFrame = { ...ROOM, you: null, founder: true, options: RATED, drawn: 3 };
  const { container } = render(Room, { game: game({ ...room, kept: [null, null, null, null] }) });
  expect(screen.getAllByRole("button", { name: /^Otur/ }).map((each) => each.getAttribute("aria-label"))).toEqual([
    "Otur: 4. yer",
  ]);
  expect(screen.getByText("Yerini sunucu çekti.")).toBeTruthy();
  expect(screen.getByText("Dereceli · Giriş payı 25 çekirdek · Bilgisayar oturmaz")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /bilgisayar koy/ })).toBeNull();
  expect((await axe.run(container, { rules: { "color-contrast": { enabled: false } } })).violations).toEqual([]);
});

test("a guest at a table for members hears why there is no chair, and where an account is opened", () => {
  be(true);
  render(Room, { game: game({ ...ROOM, you: null, options: RATED, drawn: 3 }) });
  expect(screen.queryByRole("button", { name: /^Otur/ })).toBeNull();
  expect(screen.getByRole("link", { name: "Hesap aç ya da giriş yap" }).getAttribute("href")).toBe("/hesap");
});

test("while every free chair is for the last match's players it is said so", () => {
  be(false);
  render(Room, { game: game({ ...ROOM, you: null, drawn: null }) });
  expect(screen.getByText(/^Boş yerler şimdilik önceki maçın/)).toBeTruthy();
});

test("whoever has too little is told how much is needed", () => {
  be(false);
  const refusal = { code: "not_enough", params: { needed: 20 }, blocks: [] };
  const state = { ...game({ ...ROOM, you: null, options: RATED }), refusal } as unknown as Game;
  render(Room, { game: state });
  expect(screen.getByRole("alert").textContent).toBe("Bu masaya oturmak için 20 çekirdek gerekir.");
});

test("whoever came by a link chooses for themselves", async () => {
  const sit = vi.fn();
  sessionStorage.clear();
  render(Room, { game: { ...game({ ...ROOM, you: null }), sit } as unknown as Game });
  await tick();
  expect(sit).not.toHaveBeenCalled();
});

test("a new name opens the connection anew; a bad one is told in words", async () => {
  const answers = [Response.json({ code: "bad_name", params: { why: "reserved" } }, { status: 400 })];
  answers.push(Response.json({ name: "Işıl" }));
  vi.stubGlobal("fetch", async () => answers.shift());
  const reopen = vi.fn();
  const state = { ...game({ ...ROOM, you: null }), reopen } as unknown as Game;
  render(Room, { game: state });
  await fireEvent.input(screen.getByRole("textbox", { name: "Adın" }), { target: { value: "Işıl" } });
  await fireEvent.click(screen.getByRole("button", { name: "Adı kaydet" }));
  expect((await screen.findByRole("alert", undefined, { timeout: 20_000 })).textContent).toContain("ayrılmış");
  expect(reopen).not.toHaveBeenCalled();
  await fireEvent.click(screen.getByRole("button", { name: "Adı kaydet" }));
  await vi.waitFor(() => expect(reopen).toHaveBeenCalledOnce(), { timeout: 20_000 });
  expect(state.name).toBe("Işıl");
  vi.unstubAllGlobals();
});
