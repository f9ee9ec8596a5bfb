//! How services name what they hand over: a folder or a prefix for each student.

/// What the name of a file or folder says of whose it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// The student's name, as the service writes it.
    pub who: String,
    /// The service.
    pub service: Service,
    /// The student's number there.
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
    /// Moodle.
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
/// sign): the number is that of "Participant 12345" in the grading worksheet.
fn moodle(name: &str) -> Option<Named> {
    let (before, after) = name.split_once(MOODLE)?;
    let (who, user) = before.rsplit_once('_')?;
    let (_plugin, file) = after.split_once('_').unwrap_or((after, ""));
    numbered(user).then(|| Named {
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

/// `doejane_12345_67890_hw.zip`, or `doejane_LATE_12345_67890_hw.zip`: the numbers of the user and of the file, which what was
/// typed in has none of (Canvas LMS guides, "How do I download all student submissions for an assignment?").
fn canvas(name: &str) -> Option<Named> {
    let (who, rest) = name.split_once('_')?;
    let late = rest.strip_prefix("LATE_");
    let (user, rest) = late.unwrap_or(rest).split_once('_')?;
    let (number, file) = if TYPED.contains(&rest) { ("0", rest) } else { rest.split_once('_')? };
    let plain = !who.is_empty() && who.chars().all(char::is_alphanumeric);
    (plain && numbered(user) && numbered(number) && file.contains('.')).then(|| Named {
        who: who.to_owned(),
        service: Service::Canvas,
        user: user.to_owned(),
        order: number.parse().unwrap_or(u64::MAX),
        late: late.is_some(),
        file: file.to_owned(),
    })
}

fn numbered(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(name: &str, folder: bool) -> Option<(String, String, u64, bool, String)> {
        let named = named(name, folder)?;
        Some((named.who, named.user, named.order, named.late, named.file))
    }

    #[test]
    fn moodles_folders_and_prefixes_name_the_participant() {
        let jane = |file: &str| Some(("Jane van Doe".to_owned(), "12345".to_owned(), 0, false, file.to_owned()));
        assert_eq!(told("Jane van Doe_12345_assignsubmission_file_", true), jane(""));
        assert_eq!(told("Jane van Doe_12345_assignsubmission_file", true), jane(""));
        assert_eq!(told("Jane van Doe_12345_assignsubmission_file_my_hw.zip", false), jane("my_hw.zip"));
        assert_eq!(
            told("Jane van Doe_12345_assignsubmission_onlinetext_onlinetext.html", false),
            jane("onlinetext.html")
        );
        assert_eq!(told("_assignsubmission_file_", true), None);
    }

    #[test]
    fn canvas_prefixes_name_the_user_and_say_what_is_late() {
        let jane = |late, file: &str| Some(("doejane".to_owned(), "77".to_owned(), 901, late, file.to_owned()));
        assert_eq!(told("doejane_77_901_hw_1.zip", false), jane(false, "hw_1.zip"));
        assert_eq!(told("doejane_LATE_77_901_hw.zip", false), jane(true, "hw.zip"));
        for other in ["doejane_77_hw.zip", "hw_1.zip", "doe_jane_77_901_hw.zip", "doejane_77_901_hw", "_77_901_hw.zip"]
        {
            assert_eq!(told(other, false), None, "{other}");
        }
        assert_eq!(told("doejane_77_901_hw.zip", true), None);
        let typed = Some(("doejane".to_owned(), "77".to_owned(), 0, true, "text.html".to_owned()));
        assert_eq!(told("doejane_LATE_77_text.html", false), typed);
    }
}
