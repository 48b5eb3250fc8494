import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/svelte";
import axe from "axe-core";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DEFAULTS, LANGUAGES, settings } from "../app/settings.svelte";
import { who } from "../app/who.svelte";
import Page from "./Page.svelte";
import { FakeServer, give, nothing, refuse } from "./testing";

const CODES = Array.from({ length: 10 }, (_, i) => `K7QM-3XWD-9HAT-VE4${i}`);
const GUEST = { name: "Misafir 1", guest: true, notices: 0, tables: [] };
const MEMBER = { name: "Ayşe", guest: false, notices: 0, tables: [] };
const ACCOUNT = {
  name: "Ayşe",
  created_at: 0,
  password: true,
  passkeys: [{ id: "AQ", label: "Telefon", created_at: 0, used_at: 0 }],
  codes_left: 2,
  private: false,
};
const SESSIONS = [
  { id: "s1", label: "Firefox · Linux", created_at: 0, seen_at: 5, current: true },
  { id: "s2", label: "", created_at: 0, seen_at: 3, current: false },
  { id: "s3", label: "Safari · iPhone", created_at: 0, seen_at: 9, current: false },
];

/** A busy machine is no failure. */
const PATIENCE = { timeout: 20_000 };

let server: FakeServer;

beforeEach(() => {
  // happy-dom draws no top layer; a dialog that is in the page is open there.
  HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
    this.open = true;
  };
  server = new FakeServer({
    "GET /api/me": () => give(GUEST),
    "GET /api/account": () => give(ACCOUNT),
    "GET /api/sessions": () => give(SESSIONS),
    "GET /api/notices": () => give([]),
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
  Object.assign(settings, DEFAULTS);
});

const button = (name: string | RegExp) => screen.findByRole("button", { name }, PATIENCE);
const field = (name: string) => screen.getByLabelText(name, { selector: "input:not([readonly])" }) as HTMLInputElement;
const type = (name: string, value: string) => fireEvent.input(field(name), { target: { value } });
const heading = (name: string) => screen.findByRole("heading", { name }, PATIENCE);
const matter = async (name: string) => within((await heading(name)).closest("section") as HTMLElement);

async function asMember(): Promise<void> {
  server.on("GET /api/me", () => give(MEMBER));
  render(Page);
  await heading("Oturumlar");
}

function becomesMember(): Response {
  server.on("GET /api/me", () => give(MEMBER));
  return give({ name: "Ayşe", codes: CODES });
}

test("a guest opens an account under the name so far, and sees the codes once", async () => {
  server.on("POST /api/account", becomesMember);
  render(Page);
  const open = await button("Hesap aç");
  expect(field("Ad").value).toBe("Misafir 1");
  expect([field("Ad").autocomplete, field("Parola").autocomplete]).toEqual(["username", "new-password"]);
  await type("Ad", "Ayşe");
  await type("Parola", "mavi kuş 13");
  await fireEvent.click(open);
  const title = await heading("Kurtarma kodların");
  expect(document.activeElement).toBe(title);
  expect(server.bodies("POST /api/account")).toEqual([{ name: "Ayşe", password: "mavi kuş 13" }]);
  expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual(CODES);
  const go = (await button("Devam et")) as HTMLButtonElement;
  expect(go.disabled).toBe(true);
  expect(screen.queryByText("Oturumlar")).toBeNull();
  await fireEvent.click(screen.getByRole("checkbox", { name: /^Kodları sakladım/ }));
  await fireEvent.click(go);
  await heading("Oturumlar");
  expect(screen.queryByText(CODES[0] as string)).toBeNull();
  expect(who.me?.guest).toBe(false);
  expect(localStorage["okey.who"]).toBeTruthy(); // the other tabs hear of it
});

test("the codes can be copied and taken away as text", async () => {
  const copied: string[] = [];
  vi.stubGlobal("navigator", { userAgent: "", clipboard: { writeText: async (text: string) => copied.push(text) } });
  const blobs: Blob[] = [];
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
    blobs.push(blob as Blob);
    return "blob:codes";
  });
  server.on("POST /api/account", becomesMember);
  render(Page);
  await type2("Parola", "mavi kuş 13");
  await fireEvent.click(await button("Hesap aç"));
  await fireEvent.click(await button("Kopyala"));
  await screen.findByText("Kodlar kopyalandı.", undefined, PATIENCE);
  expect(copied).toEqual([CODES.join("\n")]);
  const link = screen.getByRole("link", { name: "Metin olarak indir" }) as HTMLAnchorElement;
  expect([link.getAttribute("href"), link.download]).toEqual(["blob:codes", "okey-kurtarma-kodlari.txt"]);
  await waitFor(async () => expect(await blobs.at(-1)?.text()).toContain(`Ad: Ayşe`), PATIENCE);
  for (const code of CODES) expect(await blobs.at(-1)?.text()).toContain(code);
});

async function type2(name: string, value: string): Promise<void> {
  await screen.findByLabelText(name, { selector: "input" }, PATIENCE);
  await type(name, value);
}

test.each([
  ["name_taken", 409, {}, /çok benzeri alınmış/, "Ad"],
  ["bad_name", 400, { why: "scripts" }, /iki ayrı alfabe/, "Ad"],
  ["password_short", 400, { least: 8 }, /en az 8 karakter olmalı/, "Parola"],
  ["password_common", 400, {}, /en çok denenenlerden/, "Parola"],
])("a refusal %s is told and its line is marked", async (code, status, params, words, label) => {
  server.on("POST /api/account", () => refuse(code, status, params));
  render(Page);
  await type2("Parola", "x");
  await fireEvent.click(await button("Hesap aç"));
  expect((await screen.findByRole("alert", undefined, PATIENCE)).textContent).toMatch(words);
  expect(field(label).getAttribute("aria-invalid")).toBe("true");
  expect(field(label === "Ad" ? "Parola" : "Ad").getAttribute("aria-invalid")).toBe("false");
  expect(field("Parola").value).toBe("x"); // nothing typed is lost
});

test("a member signs in with a password; too many tries say how long to wait", async () => {
  server.on("POST /api/session", () => refuse("too_many_tries", 429, { seconds: 400 }));
  render(Page);
  await fireEvent.click(await screen.findByRole("radio", { name: "Giriş yap" }, PATIENCE));
  await type("Ad", "Ayşe");
  await type("Parola", "mavi kuş 13");
  expect(field("Ad").autocomplete).toBe("username webauthn");
  expect(field("Parola").autocomplete).toBe("current-password");
  await fireEvent.click(await button("Giriş yap"));
  expect((await screen.findByRole("alert", undefined, PATIENCE)).textContent).toContain("7 dakika");
  server.on("POST /api/session", () => {
    server.on("GET /api/me", () => give(MEMBER));
    return give({ name: "Ayşe" });
  });
  await fireEvent.click(await button("Giriş yap"));
  expect(await screen.findByText("Giriş yapıldı: Ayşe", undefined, PATIENCE)).toBeTruthy();
  await waitFor(() => expect(document.activeElement?.tagName).toBe("BODY"), PATIENCE); // no main around the page here
  expect(server.bodies("POST /api/session")[1]).toEqual({ name: "Ayşe", password: "mavi kuş 13" });
});

test("a code brings a member back with a new password", async () => {
  server.on("POST /api/recovery", () => {
    server.on("GET /api/me", () => give(MEMBER));
    return give({ name: "Ayşe" });
  });
  render(Page);
  await fireEvent.click(await screen.findByRole("radio", { name: "Kodla gir" }, PATIENCE));
  await type("Ad", "Ayşe");
  await type("Kurtarma kodu", "k7qm 3xwd 9hat ve42");
  await type("Yeni parola", "sarı lale 13");
  await fireEvent.click(await button("Parolayı yenile ve gir"));
  await heading("Oturumlar");
  expect(server.bodies("POST /api/recovery")).toEqual([
    { name: "Ayşe", code: "k7qm 3xwd 9hat ve42", password: "sarı lale 13" },
  ]);
});

test("a password can be shown, and the button says of which line", async () => {
  render(Page);
  await type2("Parola", "mavi");
  expect(field("Parola").type).toBe("password");
  await fireEvent.click(await button("Göster: Parola"));
  expect(field("Parola").type).toBe("text");
  expect(field("Parola").value).toBe("mavi");
  await fireEvent.click(await button("Gizle: Parola"));
  expect(field("Parola").type).toBe("password");
});

test("sessions are listed, this one first; one or all others can be ended", async () => {
  server.on("DELETE /api/sessions/s2", nothing);
  server.on("DELETE /api/sessions", nothing);
  await asMember();
  const list = await screen.findByRole("list", { name: "Oturumların" }, PATIENCE);
  await waitFor(() => expect(within(list).getAllByRole("listitem")).toHaveLength(3), PATIENCE);
  const names = within(list)
    .getAllByRole("strong")
    .map((name) => name.textContent);
  expect(names).toEqual(["Firefox · Linux (bu tarayıcı)", "Safari · iPhone", "Bilinmeyen tarayıcı"]);
  await fireEvent.click(await button("Bitir: Bilinmeyen tarayıcı"));
  await screen.findByText("Oturum bitti.", undefined, PATIENCE);
  server.on("GET /api/sessions", () => give(SESSIONS.slice(0, 1)));
  await fireEvent.click(await button("Öteki oturumların hepsini bitir"));
  await screen.findByText("Başka oturum yok.", undefined, PATIENCE);
  expect(server.asked.map((each) => each.what)).toContain("DELETE /api/sessions/s2");
});

test("what needs a proof asks for the password and then goes on", async () => {
  let proved = false;
  server.on("POST /api/account/codes", () => (proved ? give({ codes: CODES }) : refuse("prove_again", 403)));
  server.on("POST /api/prove", (body) => {
    proved = (body as { password: string }).password === "mavi kuş 13";
    return proved ? give({ name: "Ayşe" }) : refuse("wrong_password", 403);
  });
  await asMember();
  await fireEvent.click(await button("Yeni kodlar al"));
  const dialog = await screen.findByRole("dialog", { name: "Sen olduğunu göster" }, PATIENCE);
  const inside = within(dialog);
  const typed = inside.getByLabelText("Parola", { selector: "input" });
  await fireEvent.input(typed, { target: { value: "yanlış" } });
  await fireEvent.click(inside.getByRole("button", { name: "Devam et" }));
  expect((await inside.findByRole("alert", undefined, PATIENCE)).textContent).toBe("Parola yanlış.");
  await fireEvent.input(typed, { target: { value: "mavi kuş 13" } });
  await fireEvent.click(inside.getByRole("button", { name: "Devam et" }));
  await heading("Kurtarma kodların");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(server.bodies("POST /api/account/codes")).toHaveLength(2);
});

test("who gives the proof up is told nothing, and nothing is done", async () => {
  server.on("DELETE /api/account/passkeys/AQ", () => refuse("prove_again", 403));
  await asMember();
  await fireEvent.click(await button("Kaldır: Telefon"));
  const dialog = within(await screen.findByRole("dialog", undefined, PATIENCE));
  await fireEvent.click(dialog.getByRole("button", { name: "Vazgeç" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull(), PATIENCE);
  expect(screen.queryByRole("alert")).toBeNull();
  expect(server.bodies("DELETE /api/account/passkeys/AQ")).toHaveLength(1);
  expect(((await button("Kaldır: Telefon")) as HTMLButtonElement).disabled).toBe(false);
});

test("privacy is kept by the server; a refusal turns the switch back", async () => {
  server.on("PUT /api/account/privacy", nothing);
  await asMember();
  const toggle = screen.getByRole("switch", { name: "Sayfam gizli olsun" }) as HTMLInputElement;
  await fireEvent.click(toggle);
  await waitFor(() => expect(server.bodies("PUT /api/account/privacy")).toEqual([{ private: true }]), PATIENCE);
  expect(toggle.checked).toBe(true);
  server.on("PUT /api/account/privacy", () => refuse("failed", 500));
  await fireEvent.click(toggle);
  await screen.findByRole("alert", undefined, PATIENCE);
  expect(toggle.checked).toBe(true);
});

test("the name and the password can be changed", async () => {
  server.on("PUT /api/me", (body) => {
    const { name } = body as { name: string };
    server.on("GET /api/me", () => give({ ...MEMBER, name }));
    server.on("GET /api/account", () => give({ ...ACCOUNT, name }));
    return give({ name });
  });
  server.on("PUT /api/account/password", () => give({ name: "Ayşe" }));
  server.on("DELETE /api/sessions", nothing);
  await asMember();
  await type("Adın", "Işıl");
  await fireEvent.click(await button("Adı kaydet"));
  await screen.findByText("Giriş yapan: Işıl", undefined, PATIENCE);
  await type("Şimdiki parola", "mavi kuş 13");
  await type("Yeni parola", "sarı lale 13");
  await fireEvent.click(await button("Parolayı kaydet"));
  await screen.findByText("Parola kaydedildi.", undefined, PATIENCE);
  expect(server.bodies("PUT /api/account/password")).toEqual([{ current: "mavi kuş 13", password: "sarı lale 13" }]);
  expect(field("Yeni parola").value).toBe("");
  expect(server.bodies("DELETE /api/sessions")).toHaveLength(1);
  await fireEvent.click(screen.getByRole("switch", { name: "Öteki oturumları bitir" }));
  await type("Şimdiki parola", "sarı lale 13");
  await type("Yeni parola", "sarı lale 14");
  await fireEvent.click(await button("Parolayı kaydet"));
  await waitFor(() => expect(server.bodies("PUT /api/account/password")).toHaveLength(2), PATIENCE);
  await screen.findByText("Parola kaydedildi.", undefined, PATIENCE);
  expect(server.bodies("DELETE /api/sessions")).toHaveLength(1);
});

test("an account is deleted only after its owner says so, and the page is a guest's again", async () => {
  server.on("DELETE /api/account", () => {
    server.on("GET /api/me", () => give(GUEST));
    return nothing();
  });
  await asMember();
  const data = screen.getByRole("link", { name: "Verilerimi indir" }) as HTMLAnchorElement;
  expect([data.getAttribute("href"), data.download]).toEqual(["/api/account/data", "okey-verilerim.json"]);
  await fireEvent.click(await button("Hesabı sil…"));
  const dialog = within(await screen.findByRole("dialog", { name: "Hesabı sil" }, PATIENCE));
  expect(dialog.getByText(/silinmiş oyuncu/)).toBeTruthy();
  const erase = dialog.getByRole("button", { name: "Hesabımı sil" }) as HTMLButtonElement;
  expect(erase.disabled).toBe(true);
  await fireEvent.click(dialog.getByRole("checkbox"));
  await fireEvent.click(erase);
  await screen.findByText("Hesabın silindi. Şimdi misafirsin.", undefined, PATIENCE);
  expect(await button("Hesap aç")).toBeTruthy();
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("signing out makes the page a guest's", async () => {
  server.on("DELETE /api/session", () => {
    server.on("GET /api/me", () => give(GUEST));
    return nothing();
  });
  await asMember();
  await fireEvent.click(await button("Çıkış yap"));
  await screen.findByText("Çıkış yapıldı. Şimdi misafirsin.", undefined, PATIENCE);
  expect(who.me?.guest).toBe(true);
});

test("that somebody came in with a code is told until it is taken note of", async () => {
  const mine = { id: "n1", at: 0, kind: "recovered", body: {} };
  server.on("GET /api/notices", () => give([mine, { id: "n2", at: 0, kind: "challenge", body: {} }]));
  server.on("DELETE /api/notices/n1", nothing);
  await asMember();
  const notices = await matter("Bildirimler");
  expect(notices.getAllByRole("listitem")).toHaveLength(1);
  await fireEvent.click(notices.getByRole("button"));
  await waitFor(() => expect(screen.queryByText("Bildirimler")).toBeNull(), PATIENCE);
  expect(server.bodies("DELETE /api/notices/n1")).toHaveLength(1);
});

test("without an answer the page says why", async () => {
  vi.stubGlobal("fetch", async () => {
    throw new TypeError("offline");
  });
  render(Page);
  expect((await screen.findByRole("alert", undefined, PATIENCE)).textContent).toMatch(/Sunucuya ulaşılamadı/);
});

test.each(LANGUAGES.flatMap((lang) => [GUEST, MEMBER].map((me) => [lang, me] as const)))(
  "%s has no violation for %o",
  async (lang, me) => {
    settings.lang = lang;
    server.on("GET /api/me", () => give(me));
    const { container } = render(Page);
    await waitFor(() => expect(container.querySelectorAll("section").length).toBeGreaterThan(0), PATIENCE);
    if (!me.guest) await screen.findByText("Firefox · Linux", { exact: false }, PATIENCE);
    const found = await axe.run(container, {
      rules: { "color-contrast": { enabled: false }, region: { enabled: false } },
    });
    expect(found.violations.map((rule) => `${rule.id}: ${rule.nodes[0]?.html}`)).toEqual([]);
  },
);
