//! How services name what they hand over: a folder or a prefix for each student.

/// What the name of a file or folder says of whose it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// The student's name, as the service writes it.
    pub who: String,
    pub service: Service,
    /// The student's number there; empty where the service hides it or there is none.
    pub user: String,
    /// Grows with every file handed in; 0 where the service does not tell.
    pub order: u64,
    /// Whether the service says that it came late.
    pub late: bool,
    /// The file's own name; empty for a folder.
    pub file: String,
}

impl Named {
    /// The file's own name; `None` for a folder.
    pub fn file(&self) -> Option<String> {
        Some(self.file.clone()).filter(|file| !file.is_empty())
    }
}

/// A service whose downloads are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Service {
    /// Canvas LMS.
    Canvas,
    Moodle,
}

/// What stands in every name of a download from Moodle, before the plugin that took the file (Moodle, "Assignment: download all
/// submissions").
const MOODLE: &str = "_assignsubmission_";

/// By `name`, a file or folder at the top of a download; `None` where it is neither service's.
pub fn named(name: &str, folder: bool) -> Option<Named> {
    moodle(name).or_else(|| if folder { None } else { canvas(name) })
}

/// `Jane Doe_12345_assignsubmission_file_hw.zip`, or a folder `Jane Doe_12345_assignsubmission_file_` (also without the last
/// sign). The number is that of "Participant 12345" in the grading worksheet, or a group's; students in no group have none
/// (Moodle's `mod/assign/classes/downloader.php`).
fn moodle(name: &str) -> Option<Named> {
    let (before, after) = name.split_once(MOODLE)?;
    let (who, user) = before.rsplit_once('_').filter(|(_, user)| numbered(user)).unwrap_or((before, ""));
    let (_plugin, file) = after.split_once('_').unwrap_or((after, ""));
    (!who.is_empty()).then(|| Named {
        who: who.to_owned(),
        service: Service::Moodle,
        user: user.to_owned(),
        order: 0,
        late: false,
        file: file.to_owned(),
    })
}

/// What Canvas makes of a text that was typed in, and of an address.
const TYPED: [&str; 2] = ["text.html", "link.html"];

/// What Canvas writes in place of a name where marking is anonymous: the student's code for this assignment follows.
const ANONYMOUS: &str = "anon";

/// `doejane_12345_67890_hw.zip`, or `doejane_LATE_12345_67890_hw.zip`: the numbers of the user and of the file, which what was
/// typed in has none of. Where names are hidden `anon_k3Zq9_67890_hw.zip` and `LATE_anon_k3Zq9_67890_hw.zip` (Canvas's
/// `lib/content_zipper.rb`).
fn canvas(name: &str) -> Option<Named> {
    let (late, bare) = name.strip_prefix("LATE_").map_or((false, name), |bare| (true, bare));
    if let Some((code, rest)) = bare.strip_prefix(ANONYMOUS).and_then(|rest| rest.strip_prefix('_')?.split_once('_'))
        && let Some((order, file)) = file_of_canvas(rest)
    {
        let who = format!("{ANONYMOUS}_{code}");
        let plain = !code.is_empty() && code.chars().all(char::is_alphanumeric);
        return plain.then(|| Named { who, service: Service::Canvas, user: String::new(), order, late, file });
    }
    // Canvas takes signs like `_7_` out of names: the first number between such signs is the user's.
    let (before, user, (order, file)) = name.match_indices('_').find_map(|(at, _)| {
        let (user, rest) = name[at + 1..].split_once('_').filter(|(user, _)| numbered(user))?;
        Some((&name[..at], user, file_of_canvas(rest)?))
    })?;
    let (who, late) = before.strip_suffix("_LATE").map_or((before, false), |who| (who, true));
    let plain = who.starts_with(char::is_alphanumeric) && who.chars().all(|c| c.is_alphanumeric() || c == '_');
    plain.then(|| Named { who: who.to_owned(), service: Service::Canvas, user: user.to_owned(), order, late, file })
}

/// The number of a file in Canvas and its own name, of `67890_hw.zip`.
fn file_of_canvas(rest: &str) -> Option<(u64, String)> {
    let (number, file) = if TYPED.contains(&rest) { ("0", rest) } else { rest.split_once('_')? };
    (numbered(number) && file.contains('.')).then(|| (number.parse().unwrap_or(u64::MAX), file.to_owned()))
}

fn numbered(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(name: &str, folder: bool) -> Option<(String, String, u64, bool, String)> {
        let named = named(name, folder)?;
        Some((named.who, named.user, named.order, named.late, named.file))
    }

    #[test]
    fn moodles_folders_and_prefixes_name_the_participant() {
        let jane = |file: &str| Some(("Jane van Doe".to_owned(), "12345".to_owned(), 0, false, file.to_owned()));
        assert_eq!(parsed("Jane van Doe_12345_assignsubmission_file_", true), jane(""));
        assert_eq!(parsed("Jane van Doe_12345_assignsubmission_file", true), jane(""));
        assert_eq!(parsed("Jane van Doe_12345_assignsubmission_file_my_hw.zip", false), jane("my_hw.zip"));
        assert_eq!(
            parsed("Jane van Doe_12345_assignsubmission_onlinetext_onlinetext.html", false),
            jane("onlinetext.html")
        );
        assert_eq!(parsed("_assignsubmission_file_", true), None);
        let nobodys = Some(("Default group".to_owned(), String::new(), 0, false, String::new()));
        assert_eq!(parsed("Default group_assignsubmission_file", true), nobodys);
    }

    #[test]
    fn canvas_prefixes_name_the_user_and_say_what_is_late() {
        let jane = |late, file: &str| Some(("doejane".to_owned(), "77".to_owned(), 901, late, file.to_owned()));
        assert_eq!(parsed("doejane_77_901_hw_1.zip", false), jane(false, "hw_1.zip"));
        assert_eq!(parsed("doejane_LATE_77_901_hw.zip", false), jane(true, "hw.zip"));
        for other in ["doejane_77_hw.zip", "hw_1.zip", "doejane_77_901_hw", "_77_901_hw.zip", "anon__901_hw.zip"] {
            assert_eq!(parsed(other, false), None, "{other}");
        }
        assert_eq!(parsed("doejane_77_901_hw.zip", true), None);
        let typed = Some(("doejane".to_owned(), "77".to_owned(), 0, true, "text.html".to_owned()));
        assert_eq!(parsed("doejane_LATE_77_text.html", false), typed);
        let group = Some(("group_b".to_owned(), "77".to_owned(), 901, true, "7_8_hw.zip".to_owned()));
        assert_eq!(parsed("group_b_LATE_77_901_7_8_hw.zip", false), group);
    }

    #[test]
    fn canvas_codes_stand_for_students_whose_names_are_hidden() {
        let hidden =
            |order, late, file: &str| Some(("anon_k3Zq9".to_owned(), String::new(), order, late, file.to_owned()));
        assert_eq!(parsed("anon_k3Zq9_901_hw_1.zip", false), hidden(901, false, "hw_1.zip"));
        assert_eq!(parsed("LATE_anon_k3Zq9_901_hw.zip", false), hidden(901, true, "hw.zip"));
        assert_eq!(parsed("LATE_anon_k3Zq9_text.html", false), hidden(0, true, "text.html"));
        let lee = Some(("anonlee".to_owned(), "7".to_owned(), 901, false, "hw.zip".to_owned()));
        assert_eq!(parsed("anonlee_7_901_hw.zip", false), lee);
    }
}
